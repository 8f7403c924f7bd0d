// Package rating holds the basic types of the field: a Rating, exact Points, a
// Score, an Expected score, a K and the Kind of list.
//
// Everything above it (lists, reports, regulations) counts in these types, so
// that a half point is never mistaken for a rating point and no sum is ever a
// binary fraction. The rounding rules that the regulations share (Reading G2)
// are here as well.
package rating
