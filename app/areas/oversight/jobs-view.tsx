import { Link } from '@remix-run/react'
import { Instant } from '~/platform/page/instant'
import { useRefreshed } from '~/platform/page/use-refreshed'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'

interface ShownJob {
  id: number
  label: string
  status: string
  total: number
  done: number
  note: string
  requester: string
  requestedAt: Date | string
  mayCancel: boolean
}

/** The reports that are being made, or could not be; with scripts the page follows them. */
export function ReportJobs({ jobs, cancelKey }: { jobs: readonly ShownJob[]; cancelKey: string }) {
  const isUnderWay = jobs.some(({ status }) => status === 'WAITING' || status === 'RUNNING')
  useRefreshed(isUnderWay)
  if (jobs.length === 0) return null
  return (
    <PageSection title="Being made">
      {jobs.map((job) => (
        <div key={job.id}>
          <p role="status">
            {job.label} · {job.requester}, <Instant at={job.requestedAt} />
            {job.status === 'WAITING' && ': waiting for its turn. '}
            {job.status === 'RUNNING' && (
              <>
                {' '}
                <progress max={Math.max(1, job.total)} value={job.done} aria-label="Parts computed" />{' '}
                {job.done} of {job.total} parts.{' '}
              </>
            )}
            {(job.status === 'WAITING' || job.status === 'RUNNING') && <Link to=".">Refresh</Link>}
          </p>
          {job.status === 'FAILED' && <Note kind="warning">{job.note}</Note>}
          {job.mayCancel && (
            <Form prefix={`cancel${job.id}`} idempotencyKey={cancelKey}>
              <input type="hidden" name="jobId" value={job.id} />
              <SubmitButton name="intent" value="cancel">
                Cancel this report
              </SubmitButton>
            </Form>
          )}
        </div>
      ))}
    </PageSection>
  )
}
