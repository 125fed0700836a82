/** A raw part: header lines, then content. */
export interface Part {
  headers: string[]
  content: string | Uint8Array
}

export const BOUNDARY = '----test-boundary'

export function filePart(fileName: string, content: string | Uint8Array, field = 'files'): Part {
  return {
    headers: [
      `Content-Disposition: form-data; name="${field}"; filename="${fileName}"`,
      'Content-Type: application/octet-stream',
    ],
    content,
  }
}

export function fieldPart(name: string, content: string): Part {
  return { headers: [`Content-Disposition: form-data; name="${name}"`], content }
}

export function multipart(parts: Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(end)])
}

/** A POST with this body, in pieces of `piece` bytes. */
export function posted(
  body: Uint8Array,
  { type = `multipart/form-data; boundary=${BOUNDARY}`, piece = 65_536 } = {},
): Request {
  let at = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.byteLength) return controller.close()
      controller.enqueue(body.subarray(at, at + piece))
      at += piece
    },
  })
  const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'Content-Type': type } }
  return new Request('http://localhost/upload', init as RequestInit)
}
