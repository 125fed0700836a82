import type { VirusScan } from '~/platform/files/virus-scan'
import { fairPlaces } from '~/platform/threads/fair-places'
import { sweepSpool } from './spool'

/** Uploads of one user at a time. */
const EACH = 2
/** Uploads of all users that arrive at a time; most of them are small, or wait for a slow line. */
const ARRIVING = 64
/** Forms on disk that are loaded into memory and processed at a time. */
const AT_WORK = 2

export interface UploadsOptions {
  /** Holds forms while they arrive that are too large for the memory. */
  folder: string
  /** Scans every file; null where a site has no scanner. */
  scan: VirusScan | null
}

/** The state that the uploads of a site share. */
export interface Uploads extends UploadsOptions {
  arriving: ReturnType<typeof fairPlaces>
  atWork: ReturnType<typeof fairPlaces>
  /** Bytes of each user that arrived and are not stored yet. */
  underWay: Map<number, number>
  /** Removes what an earlier process left. @throws when the folder is not writable */
  sweep(): Promise<void>
}

export function openUploads(options: UploadsOptions): Uploads {
  return {
    ...options,
    arriving: fairPlaces({ count: ARRIVING, each: EACH, waiting: 20, work: 'upload' }),
    atWork: fairPlaces({ count: AT_WORK, each: 1, waiting: EACH, work: 'upload' }),
    underWay: new Map(),
    sweep: () => sweepSpool(options.folder),
  }
}
