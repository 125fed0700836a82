import type { MessagePort } from 'node:worker_threads'
import { carriedError } from '~/platform/values/domain-error'
import type { ExportFormat, ExportHead, ExportLine } from '../table'
import type { FromThread, Order, ToThread } from './export-thread'

/** Writes the file of a table while its lines arrive; reads no line before the file's reader can take it. */
export type Writer = (head: ExportHead, lines: AsyncIterable<ExportLine[]>) => AsyncIterable<Uint8Array>

/** The writer of each format, loaded on first use: each is a large package, and a thread uses only one. */
export const WRITERS: Record<ExportFormat, Writer> = {
  xlsx: loaded(async () => (await import('../excel/write-excel')).writeExcel),
  csv: loaded(async () => (await import('../csv')).writeCsv),
  pdf: loaded(async () => (await import('../pdf/write-pdf')).writePdf),
}

function loaded(load: () => Promise<Writer>): Writer {
  return async function* (head, lines) {
    const write = await load()
    yield* write(head, lines)
  }
}

/** Bytes sent at a time. */
const PARCEL = 64 * 1024

/** Writes the file that a thread was started for: reads lines as it needs them, and sends bytes as they are taken. */
export async function serveExport(
  port: MessagePort,
  { format, head }: Order,
  writers: Record<ExportFormat, Writer>,
): Promise<void> {
  let onLines = (_: ExportLine[] | null) => {}
  let onTaken = () => {}
  port.on('message', (message: ToThread) => {
    if ('more' in message) onTaken()
    else onLines('lines' in message ? message.lines : null)
  })
  const send = (message: FromThread, bytes?: Uint8Array<ArrayBuffer>) =>
    port.postMessage(message, bytes ? [bytes.buffer] : [])

  async function* lines() {
    const nextLines = () =>
      new Promise<ExportLine[] | null>((resolve) => {
        onLines = resolve
        send({ wants: true })
      })
    let coming = nextLines()
    for (let batch = await coming; batch !== null; batch = await coming) {
      // Reads the next lines while these are written.
      coming = nextLines()
      yield batch
    }
  }

  let taken = Promise.resolve()
  async function give(parts: Uint8Array[]) {
    await taken
    const bytes = new Uint8Array(Buffer.concat(parts))
    taken = new Promise((resolve) => {
      onTaken = resolve
    })
    send({ bytes }, bytes)
  }

  try {
    let parts: Uint8Array[] = []
    let size = 0
    for await (const bytes of writers[format](head, lines())) {
      parts.push(bytes)
      size += bytes.byteLength
      if (size < PARCEL) continue
      await give(parts)
      parts = []
      size = 0
    }
    if (size > 0) await give(parts)
    send({ done: true })
  } catch (error) {
    send(carriedError(error))
  }
}
