import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { COVERED } from 'db/evidence/covered'
import { documentContent } from 'db/schema/documents'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { workflowEvent } from 'db/schema/workflow'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { ZippedFile } from '~/platform/exports/zip'
import { contentBytes } from '~/platform/files/read-content.server'
import { changesBySeal } from '~/platform/proof/its-seal.server'
import { stampAfter } from '~/platform/proof/outside-proof.server'
import { fingerprint, type Signing } from '~/platform/workflow/signing.server'
import { type CheckpointProofs, checkpointProofs } from './checkpoint-proofs.server'
import { packReadme } from './pack-readme'
import { type PackKind, packDocuments, packScope, type ScopedTable } from './pack-scope.server'
import { changesOfEvents, usedTolerances } from './used-tolerances.server'
import { verifierFiles } from './verifier/verifiers'

export interface PackRequest {
  kind: PackKind
  id: number
  signing: Signing
  /** The object's report; missing where its kind has none. */
  report?: () => Promise<Uint8Array>
  /** The tables whose rows are not what the site signed (`unprovenTables`): the pack is still built, with a warning. */
  unproven: readonly string[]
  /** Those of the month that the pack is part of. */
  proofs?: CheckpointProofs
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/**
 * The files of a pack in order: those that are checked, then the signed manifest of all. The same state, covered by the
 * same checkpoint, gives the same bytes.
 * @throws DomainError 'not-found'
 */
export async function* packFiles(
  read: Read,
  { kind, id, signing, report, unproven, proofs = checkpointProofs(read) }: PackRequest,
): AsyncGenerator<ZippedFile> {
  const scope = await packScope(read, kind, id)
  // Drawn in a separate thread while the rest is read. An error is thrown where it is awaited.
  const drawn = report?.()
  drawn?.catch(() => {})
  const events = await read
    .select()
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, id))
    .orderBy(asc(workflowEvent.seq))
  const at = events.at(-1)?.at ?? new Date(0)
  const object = { kind, id }
  const { file, manifest } = envelope(signing, at)
  yield* opening(file, packReadme(object, signing.all.map(fingerprint), unproven), signing)

  const documents: Record<number, string> = {}
  for (const document of await packDocuments(read, kind, id)) {
    if (document.deletedAt !== null) continue
    const [content] = await read
      .select()
      .from(documentContent)
      .where(eq(documentContent.sha256, document.sha256))
    if (!content) continue
    const name = `documents/${document.id}-${document.fileName.replace(/[^\w.-]+/g, '_')}`
    documents[document.id] = name
    yield file(name, await contentBytes(read, content))
  }
  const names = [...new Set(scope.map((each) => each.file))]
  for (const name of names)
    yield file(
      name,
      await stateOf(
        read,
        scope.filter((each) => each.file === name),
      ),
    )
  yield file('events.jsonl', lines(events.map(eventLine)))

  const { proof, checkpoint } = await proofs(events.at(-1))
  yield file('proof.json', json(proof))
  yield file('checkpoint.json', json(checkpoint))
  const stamp = checkpoint && (await stampAfter(read, checkpoint.id))
  if (stamp) yield file('stamp.json', json(stamp))
  const all = [...scope, { table: 'workflow_event', file: '', owners: [String(id)] }]
  const set = kind === 'nav' ? await usedTolerances(read, id) : null
  if (set) {
    yield file('tolerances-used.json', json(set.used))
    yield file('tolerance-events.jsonl', lines(set.events.map(eventLine)))
  }
  const changes = await changesOf(read, all, await changesOfEvents(read, set?.events ?? []))
  yield file('changes.jsonl', lines(changes))
  yield file('seals.jsonl', lines(await sealsOf(read, [...new Set(changes.map(({ sealId }) => sealId))])))
  if (drawn) yield file('report.pdf', await drawn)

  const tables = Object.fromEntries(
    all.map(({ table, file: name }) => {
      const { key, owner = key[0] } = COVERED[table] ?? { key: [] }
      return [table, { key, owner, inState: name !== '' }]
    }),
  )
  const owners = scope.flatMap(({ table, owners: ids }) => ids.map((each) => `${table} ${each}`))
  const warning = unproven.length === 0 ? {} : { unproven }
  yield* manifest({ object, state: names, tables, owners, documents, ...warning })
}

const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`
const lines = (values: readonly unknown[]) => values.map((each) => `${JSON.stringify(each)}\n`).join('')

const eventLine = (event: typeof workflowEvent.$inferSelect) => ({ ...event, at: event.at.toISOString() })

type MakeFile = (name: string, content: Uint8Array | string) => ZippedFile

/** Makes the files of a pack, and the signed manifest of all of them. */
export function envelope(signing: Signing, at: Date) {
  const listed: { name: string; size: number; sha256: string }[] = []
  const file: MakeFile = (name, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    listed.push({ name, size: bytes.length, sha256: sha256(bytes) })
    return { name, bytes, at }
  }
  const manifest = (facts: object): ZippedFile[] => {
    const bytes = Buffer.from(json({ version: 1, ...facts, at: at.toISOString(), files: listed }))
    return [
      { name: 'manifest.json', bytes, at },
      { name: 'manifest.sig', bytes: Buffer.from(signing.sign(sha256(bytes))), at },
    ]
  }
  return { file, manifest }
}

/** The files with which an outsider checks any pack. */
export function opening(file: MakeFile, readme: string, signing: Signing): ZippedFile[] {
  const { page, script } = verifierFiles(signing.all.map(fingerprint))
  return [
    file('README.txt', readme),
    file('verify.html', page),
    file('verify.mjs', script),
    file('keys.json', json({ keys: signing.all })),
  ]
}

/** The present rows of tables, in the order of their keys, in the form in which they are recorded. */
async function stateOf(read: Read, scope: readonly ScopedTable[]): Promise<string> {
  const parts: string[] = []
  for (const { table, owners } of scope) {
    const { key = [], owner = key[0] ?? '', only = [], hidden = [] } = COVERED[table] ?? {}
    const order = sql.join(
      key.map((name) => sql`r.${sql.identifier(name)}`),
      sql`, `,
    )
    const list = (names: readonly string[]) =>
      sql`array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`
    // One text for all rows, rather than an object and a text for each of thousands.
    const found: unknown = await read.execute(sql`
      select string_agg(recorded_row(to_jsonb(r), ${list(only)}, ${list(hidden)})::text, E',\n' order by ${order}) as images
      from ${sql.identifier(table)} r
      where r.${sql.identifier(owner)}::text in (select jsonb_array_elements_text(${JSON.stringify(owners)}::jsonb))`)
    const [row] = found as { images: string | null }[]
    parts.push(`${JSON.stringify(table)}: [${row?.images ? `\n${row.images}\n` : ''}]`)
  }
  return `{${parts.join(',\n')}}\n`
}

/** The changes that touch the rows of a pack, and others, oldest first. */
async function changesOf(read: Read, scope: readonly ScopedTable[], others: readonly number[]) {
  const found = [...others]
  for (const { table, owners } of scope) {
    if (owners.length === 0) continue
    const rows: unknown = await read.execute(sql`
      select id from ${dataChange} where table_name = ${table}
        and owners && array(select jsonb_array_elements_text(${JSON.stringify(owners)}::jsonb))`)
    found.push(...(rows as { id: string }[]).map(({ id }) => Number(id)))
  }
  if (found.length === 0) return []
  const columns = {
    id: dataChange.id,
    sealId: dataChange.sealId,
    table: dataChange.tableName,
    act: dataChange.act,
    rows: dataChange.rows,
    hash: dataChange.hash,
  }
  return read
    .select(columns)
    .from(dataChange)
    .where(inArray(dataChange.id, found))
    .orderBy(asc(dataChange.id))
}

/** Seals with all that they sign: of changes of other objects the hash alone. */
async function sealsOf(read: Read, ids: readonly number[]) {
  if (ids.length === 0) return []
  const seals = await read
    .select()
    .from(changeSeal)
    .where(inArray(changeSeal.id, [...ids]))
    .orderBy(asc(changeSeal.id))
  const bySeal = await changesBySeal(read, ids)
  return seals.map(({ id, at, hash, signature }) => ({
    id,
    at: at.toISOString(),
    hash,
    signature,
    changes: (bySeal.get(id) ?? []).map(({ sealId, ...change }) => change),
  }))
}
