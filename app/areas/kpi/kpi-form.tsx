import { useEffect, useState } from 'react'
import { formatList, showDay } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { ConflictVersions, conflictIn, mergedTyped } from '~/ui/editing/conflict-versions'
import { Fold } from '~/ui/fold/fold'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormGroup } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { PageSection } from '~/ui/page/page'
import { KPI, type KpiResult } from './kpi'
import type { KpiCommentData } from './kpi-comments.server'
import { OUTCOMES } from './kpi-nav-list'

/** A KPI method with the key of its form. */
export interface EditedKpi extends KpiCommentData {
  idempotencyKey: string
}

interface KpiFormProps {
  method: EditedKpi
  path: string
  refused?: Refused
}

/** The comment on one KPI. Where another user commented meanwhile, both versions are above it. */
function KpiForm({ method, path, refused }: KpiFormProps) {
  const { method_id, comment_list, current_comment } = method
  const stored = {
    kpiCommentId: String(current_comment?.comment_id ?? ''),
    kpiCommentLog: current_comment?.comment_log ?? '',
  }
  const conflict = conflictIn(refused)
  const typed = refused && (conflict ? mergedTyped(refused.typed, conflict, stored) : refused.typed)
  // A user who saw both versions saves over the stored one; any other user over the one that they opened.
  const opened = conflict ? undefined : refused?.typed
  const [chosen, setChosen] = useState(typed?.kpiCommentId ?? stored.kpiCommentId)
  const [log, setLog] = useState(typed?.kpiCommentLog ?? stored.kpiCommentLog)
  // Null until scripts run: without them Save is always shown.
  const [changed, setChanged] = useState<boolean | null>(null)
  useEffect(() => setChanged((was) => was === true || refused !== undefined), [refused])
  const needsText = comment_list.find(
    ({ comment_id }) => String(comment_id) === chosen,
  )?.free_comment_required
  const missing = changed === true && needsText === true && log.trim() === ''
  const off = changed === null ? null : saveOff(changed, missing)
  return (
    <Form
      prefix={`kpi-${method_id}`}
      idempotencyKey={method.idempotencyKey}
      refusal={refused?.refusal}
      typed={typed}
    >
      <FormGroup title={<Standing method={method} />}>
        <input type="hidden" name="intent" value="comment KPI" />
        <input type="hidden" name="kpiMethodId" value={method_id} />
        <input type="hidden" name="seenCommentId" value={opened?.seenCommentId ?? stored.kpiCommentId} />
        <input type="hidden" name="seenLog" value={opened?.seenLog ?? stored.kpiCommentLog} />
        {conflict && <ConflictVersions versions={conflict.versions} storedHref={path} />}
        <SelectInput
          name="kpiCommentId"
          label="Comment"
          required
          defaultValue={stored.kpiCommentId}
          options={comment_list.map(({ comment_id, comment_value, free_comment_required }) => ({
            value: String(comment_id),
            label: free_comment_required ? `${comment_value} (free text required)` : comment_value,
          }))}
          onValue={(value) => {
            setChosen(value)
            setChanged(true)
          }}
        />
        <TextArea
          name="kpiCommentLog"
          label="Free text"
          rows={2}
          maxLength={4000}
          required={changed !== null && needsText}
          wrong={missing ? TEXT_MISSING : undefined}
          defaultValue={stored.kpiCommentLog}
          onValue={(value) => {
            setLog(value)
            setChanged(true)
          }}
        />
        <SubmitButton off={off}>Save</SubmitButton>
      </FormGroup>
    </Form>
  )
}

const TEXT_MISSING = 'This comment needs a free text.'

/** The KPI, and the NAV's result by it: met or missed, and why. */
function Standing({ method: { method_id, method_name, standing } }: Pick<KpiFormProps, 'method'>) {
  if (standing === null) return method_name
  const { kind, label } = OUTCOMES[standing.outcome]
  return (
    <>
      {method_name}{' '}
      <Badge kind={kind} status={method_id === KPI.resends ? `Reopened: ${standing.times}` : label} />{' '}
      <small className="muted">{describeResult(standing, method_id)}</small>
    </>
  )
}

function describeResult({ due, done, times }: KpiResult, methodId: number): string {
  if (methodId === KPI.firstTime) return times === 1 ? '1 Submit' : `${times} Submits`
  if (due === null) return ''
  return `Limit ${showDay(due)}, ${done === null ? 'not done yet' : `done ${showDay(done)}`}`
}

function saveOff(changed: boolean, textMissing: boolean): string | null {
  if (!changed) return 'Nothing changed yet.'
  return textMissing ? TEXT_MISSING : null
}

interface KpiEditorProps {
  methods: EditedKpi[]
  /** Address of the page that shows it. */
  path: string
  refused?: Refused
}

/**
 * The forms of the KPIs that were missed, which ask for a comment; those of the others are folded. An object without
 * results has them all.
 */
export function KpiEditor({ methods, path, refused }: KpiEditorProps) {
  const judged = methods.some(({ standing }) => standing !== null)
  const commented = methods.filter((method) => !judged || needsComment(method))
  const others = methods.filter((method) => !commented.includes(method))
  const refusedIn = ({ method_id }: EditedKpi) =>
    refused?.typed.kpiMethodId === String(method_id) ? refused : undefined
  const form = (method: EditedKpi) => (
    <KpiForm
      key={`${method.method_id} ${method.current_comment?.comment_id} ${method.current_comment?.comment_log}`}
      method={method}
      path={path}
      refused={refusedIn(method)}
    />
  )
  return (
    <>
      <PageSection title="KPI comments">
        {commented.length === 0 ? <p>Nothing was missed: no comment is needed.</p> : commented.map(form)}
      </PageSection>
      {others.length > 0 && (
        <Fold
          title="Other KPIs"
          id="other-kpis"
          result={inShort(others)}
          open={others.some((method) => refusedIn(method) !== undefined)}
        >
          {others.map(form)}
        </Fold>
      )}
    </>
  )
}

/** Missed, or reopened after it was sent. */
function needsComment({ standing }: EditedKpi): boolean {
  return standing?.outcome === 'missed' || (standing?.outcome === 'counted' && (standing.times ?? 0) > 0)
}

/** "3 met, 1 open and 1 commented" */
function inShort(methods: readonly EditedKpi[]): string {
  const words = methods.map(({ standing }) => {
    if (standing === null) return 'without result'
    return standing.outcome === 'counted' ? 'never reopened' : OUTCOMES[standing.outcome].label.toLowerCase()
  })
  const counts = [...new Set(words)].map((word) =>
    word === 'never reopened' ? word : `${words.filter((each) => each === word).length} ${word}`,
  )
  const commented = methods.filter(({ current_comment }) => current_comment !== null).length
  return formatList([...counts, ...(commented > 0 ? [`${commented} commented`] : [])])
}
