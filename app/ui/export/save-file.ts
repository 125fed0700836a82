import type { FetchedFile } from './fetch-file'

/** Saves a file where the browser saves downloads. */
export function saveFile({ blob, fileName }: FetchedFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
