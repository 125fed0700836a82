import { stat, statfs } from 'node:fs/promises'
import { errorCode } from 'db/failures'

/** A disk that the app writes to. */
export interface Disk {
  what: string
  /** Bytes. */
  free: number
  size: number
}

/** The free space on the disks of some folders, each disk once; a disk that cannot be queried is left out. */
export async function disksOf(folders: Readonly<Record<string, string>>): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const [what, folder] of Object.entries(folders)) {
    const [found, space] = await Promise.all([stat(folder), statfs(folder)]).catch(() => [null, null])
    if (!found || !space || disks.has(found.dev)) continue
    disks.set(found.dev, { what, free: space.bavail * space.bsize, size: space.blocks * space.bsize })
  }
  return [...disks.values()]
}

/** When PostgreSQL last reported a full disk; null if not since this process started. */
export interface DiskTrouble {
  fullAt: Date | null
}

/** PostgreSQL's code for a full disk. */
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
