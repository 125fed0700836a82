import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTimeZone } from '~/platform/page/use-site'
import { Description } from '~/ui/description/description'
import { Fold } from '~/ui/fold/fold'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { SelectInput } from '~/ui/form/inputs'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { formatOfControl, ONLY_NOT_OK, summaryOf } from '../nav'
import type { ControlSources } from '../sources/control-sources.server'
import { useNavBase } from '../use-nav-base'
import { RULE_COLUMNS, RULE_GRID } from './control-columns'
import { sameFilesNote } from './control-upload'
import type { ControlRow } from './controls-of.server'
import type { RuleResultRow } from './rule-results.server'

interface ReasonFormProps {
  controlId: number
  reasonCode: string
  reasons: { code: string; display: string }[]
  idempotencyKey: string
  refused?: Refused
}

/**
 * The team leader's "Change Reason" on the selected control; with scripts a choice takes effect at once. Browsers count
 * each arrow key in a closed list as a choice: of those the last one takes effect, with Enter or when the field is left.
 */
function ReasonForm({ controlId, reasonCode, reasons, ...form }: ReasonFormProps) {
  const { idempotencyKey, refused } = form
  const button = useRef<HTMLSpanElement>(null)
  const byKeys = useRef(false)
  const chosen = useRef(reasonCode)
  useEffect(() => {
    const form = button.current?.closest('form')
    chosen.current = reasonCode
    const store = () => {
      if (byKeys.current && chosen.current !== reasonCode) form?.requestSubmit()
      byKeys.current = false
    }
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (!(target instanceof HTMLSelectElement)) return
      if (key === 'Enter') store()
      else byKeys.current = true
    }
    const onPointer = () => {
      byKeys.current = false
    }
    form?.addEventListener('keydown', onKey)
    form?.addEventListener('pointerdown', onPointer)
    form?.addEventListener('focusout', store)
    return () => {
      form?.removeEventListener('keydown', onKey)
      form?.removeEventListener('pointerdown', onPointer)
      form?.removeEventListener('focusout', store)
    }
  }, [reasonCode])
  return (
    <Form prefix="reason" idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="intent" value="reason" />
      <input type="hidden" name="controlId" value={controlId} />
      <SelectInput
        name="reasonCode"
        label="Change Reason"
        required
        defaultValue={reasonCode}
        onValue={(value) => {
          chosen.current = value
          if (!byKeys.current) button.current?.closest('form')?.requestSubmit()
        }}
        options={reasons.map(({ code, display }) => ({ value: code, label: display }))}
      />
      <span ref={button} className="without-scripts">
        <SubmitButton look="plain">Change reason</SubmitButton>
      </span>
    </Form>
  )
}

interface ControlSectionProps {
  control: ControlRow
  /** Why it is read-only whatever the NAV allows: a newer one replaced it, or its round was sent. */
  closed: string | null
  isCurrent: boolean
  /** Null where there are none and none are expected. */
  sources: ControlSources | null
  /** "30/10/2026 17:00"; '' without one. */
  sendingBy: string
  /** Of every rule, or only of those that are not OK. */
  results: Listed<RuleResultRow>
  onlyNotOk: boolean
  /** Given to team leaders only, while the reason may be changed. */
  reasons: { code: string; display: string }[] | null
  mayEdit: boolean
  /** Of the form of the reason. */
  idempotencyKey: string
  refused?: Refused
}

/** "Rules of Control": description, comment and max sending date of the selected control, and its rule results. */
export function ControlSection({
  control,
  closed,
  isCurrent,
  sources,
  results,
  onlyNotOk,
  reasons,
  mayEdit,
  ...props
}: ControlSectionProps) {
  const timeZone = useTimeZone()
  const base = `${useNavBase().path}/${control.fundNavId}`
  const format = formatOfControl(control)
  const rule = (row: RuleResultRow) => `${base}/controls/${control.id}/rules/${row.id}`
  return (
    <Fold title="Rules of Control" id="rules-of-control" result={summaryOf(control)} open>
      {closed && (
        <p>
          {closed} {!isCurrent && <Link to={base}>Show the current control</Link>}
        </p>
      )}
      <Description
        items={[
          { term: 'Control', value: `${control.definition}, round ${control.round}` },
          ...(format === null ? [] : [{ term: 'File format', value: format }]),
          { term: 'Reason', value: control.reasonDisplay },
          { term: 'Comment', value: control.submissionComment },
          { term: 'Max sending date', value: props.sendingBy },
          ...(sources === null
            ? []
            : [
                { term: 'Second sources', value: sources.restsOn.join(', ') || 'none' },
                { term: 'Sources missing', value: sources.lacks.join(', ') || 'none' },
              ]),
          ...(control.sameFilesAs
            ? [{ term: 'Files', value: sameFilesNote(control.sameFilesAs, timeZone) }]
            : []),
        ]}
      />
      {reasons && (
        <div className="screen-only">
          <ReasonForm
            key={control.id}
            controlId={control.id}
            reasonCode={control.reasonCode}
            reasons={reasons}
            idempotencyKey={props.idempotencyKey}
            refused={props.refused}
          />
        </div>
      )}
      <RulesSwitch control={control} onlyNotOk={onlyNotOk} />
      <Grid
        title="Rule results"
        panel
        columns={RULE_COLUMNS}
        {...results}
        options={RULE_GRID}
        path={base}
        exportTo={`${base}/export/rule_checks`}
        rowKey={(row) => String(row.id)}
        rowHref={rule}
        rowLabel={(row) => row.name}
        empty={`No rule is not OK: ${summaryOf(control)}.`}
        actions={{
          label: 'Details',
          render: (row) => (
            <OpenLink to={rule(row)} aria-label={`${mayEdit ? 'Edit' : 'Show'} ${row.name}`}>
              {mayEdit ? 'Edit' : 'Show'}
            </OpenLink>
          ),
        }}
      />
    </Fold>
  )
}

/** Shows all rules, or only those that are not OK. */
function RulesSwitch({ control, onlyNotOk }: { control: ControlRow; onlyNotOk: boolean }) {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  if (onlyNotOk) params.delete(ONLY_NOT_OK.name)
  else params.set(ONLY_NOT_OK.name, ONLY_NOT_OK.value)
  const all = control.okCount + control.nokCount
  return (
    <>
      <p className="toolbar screen-only">
        <Link className="button" to={`${pathname}?${params}`} preventScrollReset replace>
          {onlyNotOk ? `Show all ${all} rules` : 'Only not OK'}
        </Link>
      </p>
      {onlyNotOk && (
        <p className="print-only">Only rules that are not OK. To print all {all}, press “Print” above.</p>
      )}
    </>
  )
}
