import type { Guarded } from '../guard'
import { throttleFile } from '../throttle'
import { bytesAnswer } from './download'

/** A file that is made when it is asked for. */
export interface MadeFile {
  bytes: Uint8Array
  fileName: string
  mediaType: string
  /** Shown in the browser, where that is safe; else saved. */
  inline?: boolean
}

/** Makes a file and sends it. @throws Throttled after too many in a minute, and what `make` throws */
export async function madeFile(guarded: Guarded, make: () => Promise<MadeFile>): Promise<Response> {
  await throttleFile(guarded)
  const { bytes, fileName, mediaType, inline } = await make()
  return bytesAnswer(bytes, fileName, mediaType, { inline })
}
