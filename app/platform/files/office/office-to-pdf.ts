import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DomainError } from '~/platform/values/domain-error'

const NAMES = ['soffice', 'libreoffice']

/** LibreOffice on this machine, and how to start it without a network. */
export interface Office {
  command: string
  /** Prefix of the command that cuts it, and everything it starts, off from the network. */
  isolation: string[]
}

/** Cuts a program off from the network, with its own unconnected network namespace (Linux). */
const ISOLATION = ['unshare', '--map-root-user', '--net', '--']

/**
 * Finds LibreOffice, provided that it can run without a network; null otherwise. A document may link to pictures and
 * pages on other servers, so it is never opened where these could be reached.
 * @param given path of the program; "off" for none; null searches `path` (PATH)
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

/** Settings of LibreOffice's profile for one conversion: no macros, no links, nothing external. */

type Value = [path: string, name: string, value: string]

const SCRIPTING = '/org.openoffice.Office.Common/Security/Scripting'

const VALUES: Value[] = [
  [SCRIPTING, 'DisableMacrosExecution', 'true'],
  [SCRIPTING, 'MacroSecurityLevel', '3'],
  [SCRIPTING, 'BlockUntrustedRefererLinks', 'true'],
  [SCRIPTING, 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '2'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '2'],
  ['/org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
  ['/org.openoffice.Office.Recovery/RecoveryInfo', 'Enabled', 'false'],
]

/** The file registrymodifications.xcu of a fresh profile. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${VALUES.map(
  ([path, name, value]) =>
    `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
).join('\n')}
</oor:items>
`

export interface OfficeLimits {
  /** Longest time of one conversion; 45 seconds by default. */
  deadlineMs?: number
  /** Address space of the program in MB; 2,000 by default. */
  memoryMb?: number
  /** Largest PDF in MB; 64 by default. */
  resultMb?: number
  /** Conversions that may wait; 10 by default. */
  queueLimit?: number
}

/**
 * Converts an Office document to PDF; `extension` is that of its content, without the dot.
 * @throws DomainError 'refused' when it cannot be converted within the limits, 'busy' when too many wait
 */
export type OfficeToPdf = (file: { extension: string; bytes: Uint8Array }) => Promise<Uint8Array>

/** Conversions by LibreOffice, one at a time: each in its own process, with a fresh profile and without a network. */
export function officeToPdf(office: Office, limits: OfficeLimits = {}): OfficeToPdf {
  const { queueLimit = 10 } = limits
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return (file) => {
    if (waiting > queueLimit)
      return Promise.reject(
        new DomainError(
          'busy',
          'Many documents are being converted at the moment. Wait a minute, then try again.',
        ),
      )
    waiting++
    const mine = last.then(() => convert(office, file, limits))
    last = mine.catch(() => {}).finally(() => waiting--)
    return mine
  }
}

async function convert(
  office: Office,
  { extension, bytes }: Parameters<OfficeToPdf>[0],
  limits: OfficeLimits,
): Promise<Uint8Array> {
  const { resultMb = 64 } = limits
  const folder = await mkdtemp(join(tmpdir(), 'fundesk-office-'))
  try {
    // Our own name: the sender's file name is never part of a path or a command.
    const source = join(folder, `document.${extension}`)
    const profile = join(folder, 'profile')
    await mkdir(join(profile, 'user'), { recursive: true })
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE)
    await writeFile(source, bytes)
    await run(office, { folder, source, profile }, limits)
    const result = join(folder, 'document.pdf')
    const { size } = await stat(result).catch(() => ({ size: 0 }))
    if (size === 0) throw refused('LibreOffice could not read it')
    if (size > resultMb * 1024 * 1024) throw refused(`as a PDF it would be larger than ${resultMb} MB`)
    return new Uint8Array(await readFile(result))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Places {
  folder: string
  source: string
  profile: string
}

/** `ulimit -f` counts blocks of 512 bytes. A PDF cut off there exceeds its own limit. */
const BLOCKS = 2 * 1024

/** The shell sets the limits and then execs the program; nothing from a file is part of its command line. */
const LIMITED = 'ulimit -v "$1"; ulimit -t "$2"; ulimit -f "$3"; ulimit -c 0; shift 3; exec "$@"'

function run(
  { command, isolation }: Office,
  { folder, source, profile }: Places,
  { deadlineMs = 45_000, memoryMb = 2_000, resultMb = 64 }: OfficeLimits,
): Promise<void> {
  const seconds = Math.ceil(deadlineMs / 1000)
  const args = [
    '-c',
    LIMITED,
    'sh',
    String(memoryMb * 1024),
    String(seconds),
    String((resultMb + 1) * BLOCKS),
    ...isolation,
    command,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    source,
  ]
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', args, {
      cwd: folder,
      // Its own process group: the deadline ends everything that it started.
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', NODE_ENV: 'production' },
    })
    const deadline = setTimeout(() => {
      endGroup(child.pid)
      reject(refused(`its conversion took longer than ${seconds} seconds and was stopped`))
    }, deadlineMs)
    child.on('error', () => {
      clearTimeout(deadline)
      reject(refused('LibreOffice could not be started'))
    })
    child.on('close', () => {
      clearTimeout(deadline)
      // Processes it left running would keep the folder in use.
      endGroup(child.pid)
      resolve()
    })
  })
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

function refused(why: string): DomainError {
  return new DomainError('refused', `It cannot be previewed: ${why}.`)
}
