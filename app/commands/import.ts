import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { workOf } from '~/areas/access/user-work.server'
import { isSourceKind, type SourceKind } from '~/areas/navs/sources/source-kinds'
import {
  faultLines,
  receivedInWords,
  receiveSources,
  type SourcesReceived,
} from '~/areas/navs/sources/upload-sources.server'
import type { ImportReport, ReportedChange } from '~/areas/reference-import/report'
import { IMPORT_LIMIT, runImport } from '~/areas/reference-import/run-import.server'
import { DomainError } from '~/platform/values/domain-error'
import { answer, type CommandContext, complain, DONE, onSite, WRONG_USE } from './site'

const USE =
  'Use: npm run import -- FILE [--dry-run], or --sources FILE… [--sender NAME] [--kind KIND] [--format CODE] [--dry-run]'

/**
 * `npm run import -- FILE [--dry-run]`: loads a reference data workbook. With `--sources` it takes files of transfer
 * agents, depositaries and vendors, as *Second sources* does.
 */
export default async function importCommand(args: string[], context: CommandContext): Promise<number> {
  const given = parse(args)
  if (!given) {
    complain(USE)
    return WRONG_USE
  }
  return onSite(context, async (services) => {
    const { dryRun, sources } = given
    const files = await Promise.all(
      given.files.map(async (file) => ({ name: basename(file), bytes: await bytesOf(file) })),
    )
    if (sources) {
      const named = files.map(({ name, bytes }) => ({ fileName: name, bytes }))
      printSources(
        await receiveSources(workOf(services, null), services, { ...sources, files: named, dryRun }),
      )
      answer(dryRun ? 'Dry run, nothing was saved.' : 'The sources were stored.')
      return DONE
    }
    for (const file of files) printReport(await runImport(workOf(services, null), services, file, { dryRun }))
    return DONE
  })
}

interface Given {
  files: string[]
  dryRun: boolean
  /** Null for a reference data workbook. */
  sources: { sender: string; kind: SourceKind | null; format: string } | null
}

function parse(args: string[]): Given | null {
  try {
    const { values, positionals: files } = parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        sources: { type: 'boolean', default: false },
        sender: { type: 'string' },
        kind: { type: 'string' },
        format: { type: 'string' },
      },
      allowPositionals: true,
    })
    const { 'dry-run': dryRun, sources: isSources, sender = '', kind = null, format = '' } = values
    const isOfSources = sender !== '' || kind !== null || format !== ''
    if (!isSources) return files.length === 1 && !isOfSources ? { files, dryRun, sources: null } : null
    if (files.length === 0 || (kind !== null && !isSourceKind(kind))) return null
    return { files, dryRun, sources: { sender, kind, format } }
  } catch {
    return null
  }
}

function printSources({ received, unknownFunds, faults }: SourcesReceived): void {
  for (const line of faultLines(faults)) answer(line)
  for (const each of received) answer(`${each.file}: ${receivedInWords(each)}`)
  if (unknownFunds.length > 0) answer(`Not funds of this site: ${unknownFunds.join(', ')}`)
}

/** npm runs commands in the project's folder, but file names are relative to the folder that the user is in. */
async function bytesOf(file: string): Promise<Uint8Array> {
  const path = resolve(process.env.INIT_CWD ?? '', file)
  try {
    if ((await stat(path)).size > IMPORT_LIMIT)
      throw new DomainError('too-large', `${file} is larger than 20 MB.`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof DomainError) throw error
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message
    throw new DomainError('invalid', `${file} cannot be read: ${why}.`)
  }
}

function printReport({ file, dryRun, sheets, changes, notes }: ImportReport): void {
  for (const note of notes) answer(`Note: ${note}`)
  if (dryRun) for (const change of changes) answer(lineOf(change))
  for (const { sheet, inserted, updated, waiting, unchanged } of sheets) {
    const parts = [`${inserted} new`, `${updated} changed`, `${unchanged} as before`]
    if (waiting > 0) parts.push(`${waiting} pending second approval (Administration)`)
    answer(`${sheet}: ${parts.join(', ')}`)
  }
  answer(dryRun ? `${file}: dry run, nothing was saved.` : `${file} was imported.`)
}

function lineOf({ sheet, row, key, action, waits, fields }: ReportedChange): string {
  const what = fields.map(({ field, before, after }) =>
    action === 'insert' ? `${field} "${after}"` : `${field} "${before}" → "${after}"`,
  )
  const marks = [action === 'insert' ? 'new' : 'changed', ...(waits ? ['pending second approval'] : [])]
  return `${sheet}, row ${row}, ${key} (${marks.join(', ')})${what.length > 0 ? `: ${what.join('; ')}` : ''}`
}
