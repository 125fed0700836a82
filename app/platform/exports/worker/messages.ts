import type { CarriedError } from '~/platform/values/carried-error'
import type { ExportFormat, ExportHead, ExportLine } from '../contract'

/** What a thread is started for. */
export interface Order {
  format: ExportFormat
  head: ExportHead
}

/** What the thread is sent: the next lines, that there are none, or that its bytes were taken and more may come. */
export type ToThread = { lines: ExportLine[] } | { end: true } | { more: true }

/** What it sends: that it can take lines, bytes of the file, and that it is done or why it is not. */
export type FromThread = { wants: true } | { bytes: Uint8Array } | { done: true } | CarriedError
