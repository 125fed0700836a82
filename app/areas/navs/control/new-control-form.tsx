import { Link, useLocation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { atMost, WORKBOOK_BYTES, WORKBOOKS } from '~/platform/files/upload-rules'
import { useTimeZone } from '~/platform/page/use-site'
import { UploadForm, useUploadForm } from '~/platform/page/use-upload-form'
import { showNavDate } from '~/platform/values/show'
import { CompleteFormButton, SubmitButton } from '~/ui/form/button'
import type { FormRefusal, Refused } from '~/ui/form/error-summary'
import { FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesIn, stagedFilesOf } from '~/ui/upload/staged-files'
import { FUNDESK } from '../formats/fundesk'
import { queryOfUpload, teachingAddress } from '../formats/teach/teaching-address'
import {
  CONTROL_SETS,
  type ControlSet,
  type NavFacts,
  type ResultCounts,
  SET_IN_PATH,
  summaryOf,
} from '../nav'
import type { ExpectedFund } from '../umbrella/umbrella'
import { FundsOfFiles } from '../umbrella/umbrella-view'
import { useNavBase } from '../use-nav-base'
import { CONTROL_TITLE, controlSize, sameFilesNote, withdrawnNote } from './control-upload'

interface NewControlFormProps {
  set: ControlSet
  /** The NAV that it was started from. */
  nav: NavFacts | null
  /** Where that NAV waits for approval, "SUBMITTED (TEAM LEADER)"; null elsewhere. */
  takenFrom: string | null
  closeHref: string
  reasons: { code: string; display: string }[]
  /** The file formats that may read the files; none where the site has only its own layout. */
  formats: { code: string; name: string }[]
  /** How many files their sets have. */
  counts: number[]
  idempotencyKey: string
  refused?: Refused
}

const CONTENTS: Record<ControlSet, string> = {
  FIA2: 'NAV and Balance',
  FIA3: 'NAV, Balance and Inventory',
  MFFA: 'Balance Sheet and Nav Pack',
}
/** The set that the same administrator may send instead. */
const OTHER: Partial<Record<ControlSet, ControlSet>> = { FIA2: 'FIA3', FIA3: 'FIA2' }
const CALLS: Record<ControlSet, string> = {
  FIA2: '/api/uploadfilesFIA/2',
  FIA3: '/api/uploadfilesFIA/3',
  MFFA: '/api/uploadfilesMFFA',
}

interface FormatFieldProps {
  formats: NewControlFormProps['formats']
  onValue: (value: string) => void
}

/** The layout of the files, where a site has more than its own. */
function FormatField({ formats, onValue }: FormatFieldProps) {
  return (
    <SelectInput
      name="format"
      label="File format"
      hint="The layout of the files; leave it blank to have it recognised."
      blank="Recognise it"
      options={[
        { value: FUNDESK, label: `${FUNDESK}: Fundesk’s own layout` },
        ...formats.map(({ code, name }) => ({ value: code, label: `${code}: ${name}` })),
      ]}
      onValue={onValue}
    />
  )
}

/** The funds that a refusal of files of several names. */
function fundsIn(refusal: FormRefusal | undefined): ExpectedFund[] | null {
  const funds = refusal?.details?.funds
  return Array.isArray(funds) ? (funds as ExpectedFund[]) : null
}

/** Whether a form is sent by a button whose answer is another page: that of all funds, or of teaching. */
function leadsElsewhere({ nativeEvent }: FormEvent): boolean {
  const button = (nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
  return button?.name === 'all' || button?.name === 'teach'
}

/** Where files that no layout reads are taught; undefined for any other refusal, and where they are not kept. */
function teachingOf(refusal: FormRefusal, query: Record<string, string>): FormRefusal['next'] {
  const kept = stagedFilesIn(refusal)
  if (kept === null || refusal.details?.unread !== true) return undefined
  return { label: TEACH, href: teachingAddress(kept.id, query) }
}

const TEACH = 'Teach this format'

/** A refused form whose message leads on to teaching. */
function withTeaching(refused: Refused | undefined, query: Record<string, string>): Refused | undefined {
  const next = refused && teachingOf(refused.refusal, query)
  return next ? { ...refused, refusal: { ...refused.refusal, next } } : refused
}

const NOTHING = { reason: '', comment: '' }

interface ControlAnswer extends ResultCounts {
  fundNavId: number
  takenFrom: string | null
  sameFilesAs: { id: number; submissionDate: string } | null
}

/** The files of a control with a reason and a mandatory comment. */
export function NewControlForm({
  set,
  nav,
  reasons,
  formats,
  idempotencyKey,
  ...props
}: NewControlFormProps) {
  const { files: own } = CONTROL_SETS[set]
  const counts = [...new Set([own, ...props.counts])].sort((a, b) => a - b)
  const wanted = counts.join(' or ')
  const other = OTHER[set]
  const [chosen, setChosen] = useState(0)
  const [entered, setEntered] = useState(NOTHING)
  const hasFormats = formats.length > 0
  const inside = useRef<HTMLSpanElement>(null)
  const typed = useRef<Record<string, string>>({})
  const { path } = useNavBase()
  const { search } = useLocation()
  const timeZone = useTimeZone()
  const { upload, before, refuse } = useUploadForm({
    idempotencyKey,
    call: CALLS[set],
    closeHref: props.closeHref,
    failedTitle: CONTROL_TITLE,
    typed: () => typed.current,
    nextOf: (refusal, sent) => teachingOf(refusal, asUploaded(sent)),
    onDone(answer) {
      const { fundNavId, sameFilesAs, takenFrom, ...counts } = answer as ControlAnswer
      const below = new URLSearchParams(search)
      // Shows the new control, not one that was selected before.
      below.delete('control')
      return {
        to: `${path}/${fundNavId}?${below}`,
        status: {
          line: [
            `Control finished: ${summaryOf(counts)}`,
            withdrawnNote(takenFrom),
            sameFilesNote(sameFilesAs, timeZone),
          ]
            .filter(Boolean)
            .join('. '),
        },
      }
    },
  })
  // The page that follows is the answer to the form itself, not to its call.
  const [isOfPage, setIsOfPage] = useState(false)
  const shown = {
    ...upload,
    refusal: isOfPage ? undefined : upload.refusal,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const isElsewhere = leadsElsewhere(event)
      setIsOfPage(isElsewhere)
      if (!isElsewhere) upload.onSubmit(event)
    },
  }
  const funds = fundsIn(props.refused?.refusal ?? upload.refusal)
  const kept = stagedFilesOf(props.refused, before)
  const keep = (name: 'reason' | 'comment') => (value: string) => {
    typed.current[name] = value
    setEntered((before) => ({ ...before, [name]: value }))
  }
  // The initial values: typed before scripts ran, or brought back with the form.
  useEffect(() => {
    const fields = new FormData(inside.current?.closest('form') ?? undefined)
    setEntered({ reason: String(fields.get('reason') ?? ''), comment: String(fields.get('comment') ?? '') })
  }, [])
  const asUploaded = (sent: Record<string, string>) =>
    queryOfUpload({ fundNavId: nav?.id ?? null, set }, sent)
  const sentBefore = asUploaded(props.refused?.typed ?? before ?? {})
  function missing(): string | null {
    if (!counts.includes(chosen) && !(kept && chosen === 0)) return `${chosen} of ${wanted} files chosen`
    if (entered.reason === '') return 'Choose a reason.'
    return entered.comment.trim() === '' ? 'Enter a comment.' : null
  }
  return (
    <UploadForm upload={shown} refused={withTeaching(props.refused, sentBefore)} before={before}>
      {nav && (
        <>
          <input type="hidden" name="fundNavId" value={nav.id} />
          <p>
            For {nav.fundCode} {nav.fundName}, NAV of {showNavDate(nav.navDate)}.{' '}
            {other && (
              <Link to={`${path}/${nav.id}/new/${SET_IN_PATH[other]}${search}`} replace preventScrollReset>
                Upload {CONTROL_SETS[other].files} files instead ({CONTENTS[other]})
              </Link>
            )}
          </p>
        </>
      )}
      {props.takenFrom && (
        <Note kind="warning">
          This NAV is {props.takenFrom}. A new control takes it back to the accountant and voids its
          approvals: it must be submitted again.
        </Note>
      )}
      <FileInput
        name="files"
        label={`${wanted} Excel files`}
        hint={`${CONTENTS[set]}: ${WORKBOOKS.formats}, each ${hasFormats ? 'at most 20 MB' : 'under 1024 KB'}. They are recognised by their content.`}
        staged={kept}
        again={Boolean(props.refused || before)}
        stagedActions={kept && <Link to={teachingAddress(kept.id, sentBefore)}>{TEACH}</Link>}
        slots={Math.max(...counts)}
        endings={WORKBOOKS.endings}
        size={controlSize(hasFormats)}
        onTooLarge={refuse}
        required
        onFiles={(files) => setChosen(files.length)}
      />
      {hasFormats && (
        <FormatField
          formats={formats}
          onValue={(value) => {
            typed.current.format = value
          }}
        />
      )}
      <SelectInput
        name="reason"
        label="Reason"
        required
        options={reasons.map(({ code, display }) => ({ value: code, label: display }))}
        onValue={keep('reason')}
      />
      <TextArea
        name="comment"
        label="Please enter a comment (Mandatory)"
        required
        maxLength={4000}
        onValue={keep('comment')}
      />
      {funds && <FundsOfFiles funds={funds} />}
      <FormActions>
        <span ref={inside} hidden />
        <CompleteFormButton
          busyText="Running the control…"
          look={funds ? 'plain' : 'primary'}
          off={missing()}
        >
          Launch control
        </CompleteFormButton>
        {!funds && (
          <SubmitButton name="teach" value="1" look="plain" busyText="Sending…" needsNothing>
            Teach this format
          </SubmitButton>
        )}
      </FormActions>
    </UploadForm>
  )
}

interface NewMatchingFormProps {
  nav: NavFacts
  /** The file formats that may read the file; none where the site has only its own layout. */
  formats: { code: string; name: string }[]
  idempotencyKey: string
  refused?: Refused
}

/** One workbook of the management company, matched against the inventory of the current control. */
export function NewMatchingForm({ nav, formats, idempotencyKey, refused }: NewMatchingFormProps) {
  const below = `${useNavBase().path}/${nav.id}`
  const typed = useRef<Record<string, string>>({})
  const asUploaded = { fundNavId: String(nav.id), table: 'MATCHING' }
  const { upload, before } = useUploadForm({
    idempotencyKey,
    call: `/api/uploadmatching/${nav.id}`,
    closeHref: below,
    failedTitle: 'File cannot be integrated, see error.',
    typed: () => typed.current,
    nextOf: (refusal) => teachingOf(refusal, asUploaded),
    onDone: () => ({ to: below, status: { line: 'Matching done: download it above' } }),
  })
  const kept = stagedFilesOf(refused, before)
  return (
    <UploadForm upload={upload} refused={withTeaching(refused, asUploaded)} before={before}>
      <p>
        For {nav.fundCode} {nav.fundName}, NAV of {showNavDate(nav.navDate)}.
      </p>
      <FileInput
        name="files"
        label="1 Excel file"
        hint={`The positions of the management company: ${WORKBOOKS.formats}, 20 MB at most.`}
        staged={kept}
        again={Boolean(refused || before)}
        stagedActions={kept && <Link to={teachingAddress(kept.id, asUploaded)}>{TEACH}</Link>}
        slots={1}
        endings={WORKBOOKS.endings}
        size={atMost(WORKBOOK_BYTES)}
        required
      />
      {formats.length > 0 && (
        <FormatField
          formats={formats}
          onValue={(value) => {
            typed.current.format = value
          }}
        />
      )}
      <FormActions>
        <SubmitButton busyText="Matching…">Upload matching</SubmitButton>
      </FormActions>
    </UploadForm>
  )
}
