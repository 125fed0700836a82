/** A longer name is cut before its extension: file systems take no more. */
const MOST_BYTES = 255
// What would end a header, name another folder, or turn text around. Browsers see to what their own system forbids.
const UNSAFE = /[\p{Cc}\p{Surrogate}\\/\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/**
 * The header Content-Disposition (RFC 6266): a plain ASCII name for old programs and the whole name as RFC 8187 writes
 * it. No name can end the header, its quotes or the download folder.
 */
export function contentDisposition(disposition: 'attachment' | 'inline', fileName: string): string {
  const name = savedName(fileName)
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%;\\/]/gu, '_')
  return `${disposition}; filename="${ascii || 'download'}"; filename*=UTF-8''${extended(name)}`
}

function savedName(fileName: string): string {
  const safe = fileName.replace(UNSAFE, '_').trim()
  if (/^\.*$/.test(safe)) return 'download'
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(safe)?.[0] ?? ''
  let stem = ''
  let bytes = Buffer.byteLength(extension)
  for (const character of extension === '' ? safe : safe.slice(0, -extension.length)) {
    bytes += Buffer.byteLength(character)
    if (bytes > MOST_BYTES) break
    stem += character
  }
  return `${stem}${extension}`
}

/** encodeURIComponent leaves four characters that RFC 8187 does not allow. */
function extended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
