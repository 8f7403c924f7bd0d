// Command client asks a server with the client that oapi-codegen generates from
// docs/openapi.json into the folder api, and exits 1 unless it understands the answers.
//
//	client http://127.0.0.1:8080/api/v1 LIST ERASED-PLAYER
//
// It is a module of its own, because the generated code needs a runtime.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"example.jp/client/api"
)

func main() {
	if err := ask(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// ask reads a page of a list, its first player, a player who was erased, and looks the
// first player up.
func ask(ctx context.Context, server, list, erased string) error {
	c, err := api.NewClientWithResponses(server)
	if err != nil {
		return err
	}
	limit := int64(1)
	page, err := c.GetPageWithResponse(ctx, list, api.GetPageParamsTypeStandard, &api.GetPageParams{Limit: &limit})
	if err != nil || page.JSON200 == nil || len(page.JSON200.Players) != 1 {
		return fmt.Errorf("the page of list %s: %w, %+v", list, err, page)
	}
	first := page.JSON200.Players[0].Id
	player, err := c.GetPlayerWithResponse(ctx, first, nil)
	if err != nil || player.JSON200 == nil || player.JSON200.Id != first {
		return fmt.Errorf("player %s: %w, %+v", first, err, player)
	}
	gone, err := c.GetPlayerWithResponse(ctx, erased, nil)
	if err != nil || gone.ApplicationproblemJSONDefault == nil || gone.ApplicationproblemJSONDefault.Id != "player-erased" {
		return fmt.Errorf("erased player %s: %w, %+v", erased, err, gone)
	}
	found, err := c.LookUpWithResponse(ctx, nil, api.LookUpJSONRequestBody{Entries: []string{first}})
	if err != nil || found.JSON200 == nil || len(found.JSON200.Entries) != 1 {
		return fmt.Errorf("looking up %s: %w, %+v", first, err, found)
	}
	if id := found.JSON200.Entries[0].Players[0].Id; id != first {
		return errors.New("looking up " + first + " finds " + id)
	}
	return nil
}
