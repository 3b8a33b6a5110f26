-- After the page about editors was followed: a text is recognised, and highlighted by tree-sitter, whose parser reads every text.

local function check(what, holds, found)
  if not holds then
    io.stderr:write(what .. ", but: " .. vim.inspect(found) .. "\n")
    vim.cmd("cquit 1")
  end
end

vim.cmd("edit " .. vim.env.ADLI_TEXT)
check("the file type is adv", vim.bo.filetype == "adv", vim.bo.filetype)
check("comments are known", vim.bo.commentstring == "-- %s", vim.bo.commentstring)

local buffer = vim.api.nvim_get_current_buf()
check("tree-sitter highlights", vim.treesitter.highlighter.active[buffer] ~= nil, vim.treesitter.highlighter.active)
local root = vim.treesitter.get_parser(buffer, "adv"):parse()[1]:root()
check("the tree has no error", not root:has_error(), root:sexpr())

-- What the queries say of words in a text of the library.
local query = (vim.treesitter.query.get or vim.treesitter.query.get_query)("adv", "highlights")
local captures = {}
for id, node in query:iter_captures(root, buffer, 0, -1) do
  local text = (vim.treesitter.get_node_text or vim.treesitter.query.get_node_text)(node, buffer)
  captures[text] = captures[text] or {}
  captures[text][query.captures[id]] = true
end
for text, capture in pairs({ strategy = "keyword", White = "type", mate = "variable.builtin", ["and"] = "keyword.operator", ["'"] = "operator" }) do
  check("`" .. text .. "` is " .. capture, captures[text] and captures[text][capture], captures[text])
end

-- Every text of the library and of the documentation, by the parser as the page has it compiled.
local texts = vim.fn.readfile(vim.env.ADLI_TEXTS)
check("there are texts", #texts > 50, #texts)
for _, path in ipairs(texts) do
  local text = table.concat(vim.fn.readfile(path), "\n") .. "\n"
  local tree = vim.treesitter.get_string_parser(text, "adv"):parse()[1]:root()
  check(path .. " is read without an error", not tree:has_error() and tree:named_child_count() > 0, tree:sexpr())
end
-- And it tells a text from what is none.
local wrong = vim.treesitter.get_string_parser("endgame KRK White K R v Black k\nstep step where\n", "adv"):parse()[1]:root()
check("a mistake is seen", wrong:has_error(), wrong:sexpr())

print(#texts .. " texts without an error; file type, tree and highlighting as they should be")
vim.cmd("quitall!")
