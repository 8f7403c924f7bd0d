# Completion for bash: the program itself proposes the words.
complete -o default -C arpad arpad
