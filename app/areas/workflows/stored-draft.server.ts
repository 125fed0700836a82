import type { Read, Transaction } from 'db/database'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { dropSiteSetting, putSiteSetting, siteSettingOf } from '~/areas/access/site-setting.server'
import { DomainError } from '~/platform/values/domain-error'
import type { DefinitionStep } from '~/platform/workflow/definition-step'
import { canonicalJson } from '~/platform/workflow/event-hash'
import type { DefinitionDraft } from './definition-draft'

const keyOf = (kind: string) => `workflow draft: ${kind}`

/** The version of a kind that administrators work on; null while there is none. */
export async function definitionDraft(read: Read, kind: string): Promise<DefinitionDraft | null> {
  return ((await siteSettingOf(read, keyOf(kind))) ?? null) as DefinitionDraft | null
}

/** The same where there must be one. @throws DomainError not-found */
export async function openDraft(read: Read, kind: string): Promise<DefinitionDraft> {
  const draft = await definitionDraft(read, kind)
  if (!draft)
    throw new DomainError(
      'not-found',
      'No new version is in the making: it was requested, discarded or never begun. Begin one on the page of the workflow.',
    )
  return draft
}

/** The draft as whoever changes it saw it, nobody else changing it until the transaction ends. */
export async function lockDraft(tx: Transaction, kind: string, seen: number): Promise<DefinitionDraft> {
  await oneAtATime(tx)
  const draft = await openDraft(tx, kind)
  if (draft.revision !== seen)
    throw new DomainError(
      'conflict',
      `The new version was changed by ${draft.changedBy} after you opened this page. Look at it as it is now, then try again.`,
      { details: { revision: draft.revision } },
    )
  return draft
}

/** Stores the draft's steps as somebody changed them. */
export async function storeDraft(
  tx: Transaction,
  draft: DefinitionDraft,
  steps: DefinitionStep[],
  by: { fullName: string },
  now: Date,
): Promise<void> {
  const changed = { changedBy: by.fullName, changedAt: now.toISOString() }
  const next: DefinitionDraft = { ...draft, ...changed, steps, revision: draft.revision + 1 }
  await putSiteSetting(tx, keyOf(draft.kind), next)
}

/**
 * There is no draft of a kind any more.
 * @param made the steps that it became; what somebody changed since they were requested stays
 */
export async function dropDraft(
  tx: Transaction,
  kind: string,
  made?: readonly DefinitionStep[],
): Promise<void> {
  const draft = made && (await definitionDraft(tx, kind))
  if (draft && canonicalJson(draft.steps) !== canonicalJson(made)) return
  await dropSiteSetting(tx, keyOf(kind))
}
