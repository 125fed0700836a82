/** The encoding of an XML document by its first bytes, else by its declaration, else UTF-8; a label of TextDecoder. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[1] === 0 && bytes[0] === 0x3c) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /^[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]
  if (!declared || /^utf-?16/i.test(declared)) return 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}
