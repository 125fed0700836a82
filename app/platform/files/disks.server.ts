import { stat, statfs } from 'node:fs/promises'
import { errorCode } from 'db/failures'

/** The disk of a folder that the app writes to. */
export interface Disk {
  what: string
  /** Bytes. */
  free: number
  size: number
}

/** How full the disks of some folders are, each disk once; a disk that cannot be queried is left out. */
export async function disksOf(folders: Readonly<Record<string, string>>): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const [what, folder] of Object.entries(folders)) {
    const [found, space] = await Promise.all([stat(folder), statfs(folder)]).catch(() => [null, null])
    if (!found || !space || disks.has(found.dev)) continue
    disks.set(found.dev, { what, free: space.bavail * space.bsize, size: space.blocks * space.bsize })
  }
  return [...disks.values()]
}

/** When PostgreSQL last said that its disk is full; null since the start of this process. */
export interface DiskTrouble {
  fullAt: Date | null
}

/** PostgreSQL's code for a disk that is full. */
const DISK_FULL = '53100'

/** Whether an error comes from a full disk, according to PostgreSQL, its output before it ended, or the system. */
export function isDiskFull(error: unknown): boolean {
  if (errorCode(error) === DISK_FULL) return true
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/.test(at.message)) return true
  }
  return false
}
