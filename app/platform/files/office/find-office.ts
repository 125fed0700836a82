import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['soffice', 'libreoffice']

/** LibreOffice of this machine, with how it is started without a network. */
export interface Office {
  command: string
  /** Put before the command: it and all that it starts then has no network. */
  isolation: string[]
}

/** What keeps a program from the network: a network name space of its own, in which nothing is connected (Linux). */
const ISOLATION = ['unshare', '--map-root-user', '--net', '--']

/**
 * LibreOffice where the machine has it and can run it without a network; null otherwise. A document may name pictures
 * and links of other servers, so it is never opened where these could be reached.
 * @param given path of the program; "off" for none; looked for in `path` (PATH) when null
 */
export function findOffice(given: string | null, path: string): Office | null {
  if (given === 'off') return null
  const places = given === null ? inPath(path) : [given]
  const command = places.find(isProgram)
  if (command === undefined) return null
  const [program = '', ...rest] = ISOLATION
  const tried = spawnSync(program, [...rest, 'true'], { timeout: 5_000, stdio: 'ignore' })
  return tried.status === 0 ? { command, isolation: ISOLATION } : null
}

function inPath(path: string): string[] {
  return NAMES.flatMap((name) =>
    path.split(delimiter).flatMap((folder) => (folder === '' ? [] : join(folder, name))),
  )
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
