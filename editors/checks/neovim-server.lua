-- The language server in Neovim: each feature once, by Neovim's own client, on a text whose answers can be read off it.

local function check(what, holds, found)
  if not holds then
    io.stderr:write(what .. ", but: " .. vim.inspect(found) .. "\n")
    vim.cmd("cquit 1")
  end
end

local function wait(what, holds, found)
  check(what, vim.wait(60000, holds, 50), found and found())
end

vim.cmd("edit " .. vim.env.ADLI_RULES)
local buffer = vim.api.nvim_get_current_buf()
local function line(number) return vim.api.nvim_buf_get_lines(buffer, number - 1, number, false)[1] end
local function diagnostics() return vim.diagnostic.get(buffer) end

-- The answer to a request, as the client hands it over.
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  for _, answer in pairs(answers or {}) do
    check(method .. " is answered", not answer.err and not answer.error, answer)
    return answer.result
  end
  check(method .. " is answered", false, answers)
end
local function about() return { textDocument = vim.lsp.util.make_text_document_params(buffer) } end
-- The cursor on the first letter of a word.
local function at(number, word)
  vim.api.nvim_win_set_cursor(0, { number, line(number):find(word, 1, true) - 1 })
  return vim.lsp.util.make_position_params(0, "utf-16")
end

wait("a mistake is told", function() return #diagnostics() > 0 end)
check("it is `rom`", diagnostics()[1].lnum == 7 and diagnostics()[1].message:find("`rom`", 1, true), diagnostics())

local asked = about()
asked.range = { start = at(8, "rom'").position, ["end"] = at(8, "rom'").position }
asked.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", asked)
check("what may have been meant is an action", actions[1] and actions[1].title:find("room", 1, true), actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
check("the action writes it", line(8):find("where room' < room", 1, true), line(8))
wait("the mistake has gone", function() return #diagnostics() == 0 end, diagnostics)

local hover = ask("textDocument/hover", at(5, "room"))
check("hover has a value and a board", hover.contents.value:find("in this position", 1, true) and hover.contents.value:find("a b c d e f g h", 1, true), hover)

local offered = ask("textDocument/completion", at(8, "room'"))
local labels = vim.tbl_map(function(item) return item.label end, offered.items)
check("`room` is offered", vim.tbl_contains(labels, "room"), labels)

local references = at(5, "room")
references.context = { includeDeclaration = true }
check("three uses are found", #ask("textDocument/references", references) == 3, references)

local symbols = ask("textDocument/documentSymbol", about())
check("the outline has six names", #symbols == 6 and symbols[4].children[1].name == "squeeze", symbols)

at(5, "room")
vim.lsp.buf.rename("space")
wait("a name is changed", function() return line(8):find("where space' < space", 1, true) ~= nil end, function() return line(8) end)
check("where it is declared too", line(5):find("def space =", 1, true), line(5))

vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { "def   space  = beyond( R.file,k.file )" })
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 60000 }) else vim.lsp.buf.formatting_sync({}, 60000) end
check("the text is laid out", line(5) == "def space = beyond(R.file, k.file)", line(5))

-- Into the library, and back.
local definition = ask("textDocument/definition", at(5, "beyond"))
vim.lsp.util.jump_to_location(definition, "utf-16")
check("a text of the library is opened", vim.api.nvim_buf_get_name(0):find("/geometry.adv", 1, true), vim.api.nvim_buf_get_name(0))
check("it is only to be read", vim.bo.readonly, vim.bo.readonly)
check("where the name is", vim.api.nvim_get_current_line():find("beyond(", 1, true), vim.api.nvim_get_current_line())
vim.api.nvim_set_current_buf(buffer)

-- The lens above a claim.
local function titles()
  return vim.tbl_map(function(lens) return lens.command.title end, ask("textDocument/codeLens", about()))
end
check("each claim can be proved", vim.deep_equal(titles(), { "prove", "prove" }), titles())
at(10, "query")
vim.lsp.codelens.refresh()
wait("Neovim has the lenses", function() return #vim.lsp.codelens.get(buffer) == 2 end, function() return vim.lsp.codelens.get(buffer) end)
vim.lsp.codelens.run()
wait("a claim is proved from its lens", function() return titles()[1] == "216" end, titles)

-- Three men: saved is proved.
vim.cmd("write")
wait("all is proved at a save", function() return titles()[2]:find("^refuted, from ") ~= nil end, titles)
wait("what is refuted is told", function() return #diagnostics() == 1 end, diagnostics)
check("with a position", diagnostics()[1].message:find(" w - - ", 1, true), diagnostics())
print("the language server as it should be")
vim.cmd("quitall!")
