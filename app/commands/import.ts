import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { workOf } from '~/areas/access/user-work.server'
import type { ImportReport, ReportedChange } from '~/areas/reference-import/report'
import { IMPORT_LIMIT, runImport } from '~/areas/reference-import/run-import.server'
import { DomainError } from '~/platform/values/domain-error'
import { answer, type CommandContext, complain, DONE, onSite, WRONG_USE } from './site'

const USE = 'Use: npm run import -- FILE [--dry-run]'

/** `npm run import -- FILE [--dry-run]`: loads a reference data workbook. */
export default async function importCommand(args: string[], context: CommandContext): Promise<number> {
  const given = parse(args)
  if (!given) {
    complain(USE)
    return WRONG_USE
  }
  return onSite(context, async (services) => {
    const file = { name: basename(given.file), bytes: await bytesOf(given.file) }
    tell(await runImport(workOf(services, null), services, file, { dryRun: given.dryRun }))
    return DONE
  })
}

function parse(args: string[]): { file: string; dryRun: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    return file && more.length === 0 ? { file, dryRun: values['dry-run'] } : null
  } catch {
    return null
  }
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

function tell({ file, dryRun, sheets, changes, notes }: ImportReport): void {
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
