import { Link } from '@remix-run/react'
import { ErrorBanner, StatusLine } from '~/ui/message/message'
import { useCarried } from './carried'
import { useSite } from './site'

/** At the top of a page: what just happened, or why an upload was refused, with a way back into its form. */
export function CarriedNotice() {
  const site = useSite()
  const { status, refused } = useCarried()
  const line = status ?? site?.status
  return (
    <>
      {line && <StatusLine>{line}</StatusLine>}
      {refused && (
        <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} list={refused.refusal.list}>
          <Link to={refused.form} state={{ typed: refused.typed, opened: true }} preventScrollReset>
            Open the form again
          </Link>
        </ErrorBanner>
      )}
    </>
  )
}
