-- Windows with a text that cannot be changed.

local M = {}

--- Show lines in the window of that name, or in a new one.
---@param name string
---@param lines string[]
---@return integer buffer
function M.show(name, lines)
  local buffer = vim.fn.bufadd(name)
  vim.fn.bufload(buffer)
  vim.bo[buffer].buftype, vim.bo[buffer].swapfile, vim.bo[buffer].modifiable = 'nofile', false, true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
  vim.bo[buffer].modifiable = false
  local window = vim.fn.win_findbuf(buffer)[1]
  if window then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd('botright split')
    vim.api.nvim_win_set_buf(0, buffer)
  end
  return buffer
end

return M
