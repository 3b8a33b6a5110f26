-- Texts of Adli: comments, layout, highlighting by tree-sitter, and the language server `adli lsp`.
-- `vim.g.adli_path` is the program `adli`, if it is not on your path.

local buffer = vim.api.nvim_get_current_buf()
vim.bo.commentstring = "-- %s"
vim.bo.comments = ":--"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2

-- Highlighting, if the parser has been built: see docs/editors.md.
if #vim.api.nvim_get_runtime_file("parser/adv.*", false) > 0 then
  if vim.treesitter.start then
    vim.treesitter.start(buffer, "adv")
  else
    -- Neovim 0.7
    vim.treesitter.highlighter.new(vim.treesitter.get_parser(buffer, "adv"))
  end
end

-- The language server, once for all texts of a folder.
local adli = vim.g.adli_path or "adli"
if vim.fn.executable(adli) == 1 then
  local folder = vim.fn.expand("%:p:h")
  local above = vim.fn.finddir(".git", folder .. ";")
  local root = above ~= "" and vim.fn.fnamemodify(above, ":p:h:h") or folder
  local config = { name = "adli", cmd = { adli, "lsp" }, root_dir = root }
  if vim.lsp.start then
    vim.lsp.start(config)
  else
    -- Neovim 0.7
    local clients = vim.tbl_filter(function(client)
      return client.name == "adli" and client.config.root_dir == root
    end, vim.lsp.get_active_clients())
    local id = clients[1] and clients[1].id or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, id)
  end
end
