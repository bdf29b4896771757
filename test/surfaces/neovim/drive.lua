-- Works in Neovim as an author does, and writes down what is seen: the first argument is the file for that.
local seen = {}

local function wait(what, is)
  if not vim.wait(60000, is, 20) then error('timed out: ' .. what) end
end

-- Takes the choice with a title, where Neovim lets its user choose.
local function choose(title)
  vim.ui.select = function(items, options, done)
    for _, item in ipairs(items) do
      if options.format_item(item) == title then return done(item) end
    end
    error('not offered: ' .. title)
  end
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end

local function codes()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do table.insert(found, one.code or one.user_data.lsp.code) end
  return found
end

local function has(code) return vim.tbl_contains(codes(), code) end

local function drive()
  vim.cmd('edit note.md')
  wait('the problem', function() return has('supersedes/unknown-id') end)

  -- Another program makes the page that is missing, and takes it away again.
  vim.fn.writefile({ '# Nobody' }, 'nobody.md')
  wait('the end of the problem', function() return not has('supersedes/unknown-id') end)
  vim.fn.delete('nobody.md')
  wait('the problem again', function() return has('supersedes/unknown-id') end)
  seen.problems = codes()

  vim.cmd('edit founding.md')
  vim.fn.search('\\[\\[maric', 'e')
  vim.lsp.buf.hover()
  wait('the hover', function() return #vim.api.nvim_list_wins() > 1 end)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      seen.hover = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      vim.api.nvim_win_close(window, true)
    end
  end

  vim.lsp.buf.definition()
  wait('the definition', function() return vim.fn.expand('%:t') == 'maric.md' end)

  vim.lsp.buf.rename('maric-the-old')
  wait('the new name', function() return vim.fn.bufnr('founding.md') > 0 end)
  wait('the new name here', function() return vim.fn.filereadable('maric-the-old.md') == 1 or text():find('maric%-the%-old') ~= nil end)
  vim.cmd('silent wall')

  vim.cmd('edit founding.md')
  wait('the new name there', function() return text():find('%[%[maric%-the%-old') ~= nil end)
  seen.renamed = text()

  vim.fn.cursor(2, 3)
  choose('Retcon this page')
  vim.lsp.buf.code_action()
  wait('the new page', function() return vim.fn.bufnr('founding-retold.md') > 0 end)
  vim.cmd('edit founding-retold.md')
  wait('its text', function() return text():find('supersedes') ~= nil end)
  vim.cmd('silent wall')
  seen.declared = text()

  vim.cmd('edit founding.md')
  vim.lsp.codelens.refresh()
  wait('the lens', function() return #vim.lsp.codelens.get(0) > 0 end)
  seen.lens = vim.lsp.codelens.get(0)[1].command.title
end

local fine, why = pcall(drive)
if not fine then seen.failed = tostring(why) end
seen.messages = vim.fn.execute('messages')
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd('qall!')
