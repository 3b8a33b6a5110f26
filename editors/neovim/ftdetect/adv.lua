-- Files that end in `.adv` are texts of Adli.
vim.cmd("autocmd BufRead,BufNewFile *.adv setfiletype adv")
