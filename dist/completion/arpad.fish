# Completion for fish: the program itself proposes the words.
complete -c arpad -a '(env COMP_LINE=(commandline -cp) arpad 2>/dev/null)'
