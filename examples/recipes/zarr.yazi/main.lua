--- Zarr beside its name in yazi. This folder goes to ~/.config/yazi/plugins/zarr.yazi, and into yazi.toml:
---
---   [plugin]
---   prepend_previewers = [{ url = "*/", run = "zarr" }]
---
--- For what is no Zarr `zarrscope preview` has an exit status of its own; there the names are listed.
local M = {}

function M:peek(job)
	local arguments = { "preview", tostring(job.file.url), "--color", "always" }
	local size = { "--width", tostring(job.area.w), "--height", tostring(job.area.h) }
	local output = Command("zarrscope"):arg(arguments):arg(size):output()
	if output and output.status.success then
		return ya.preview_widget(job, ui.Text.parse(output.stdout):area(job.area))
	end
	local names = {}
	for _, file in ipairs(fs.read_dir(job.file.url, { limit = job.area.h }) or {}) do
		names[#names + 1] = file.name
	end
	table.sort(names)
	ya.preview_widget(job, ui.Text(table.concat(names, "\n")):area(job.area))
end

function M:seek() end

return M
