import { showInstant, showLongInstant } from '~/platform/values/show'
import { useTimeZone } from './use-site'

/** An instant in the site's time zone, "15/09/2026 14:05" or with seconds; nothing if there is none. */
export function Instant({ at, seconds }: { at: Parameters<typeof showInstant>[0]; seconds?: true }) {
  const show = seconds ? showLongInstant : showInstant
  return show(at, useTimeZone())
}
