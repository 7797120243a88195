/** Saves a file on the reader's device, under its own name or the given one. */
export function saveFile(file: Blob, name = file instanceof File ? file.name : ''): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start reading it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
