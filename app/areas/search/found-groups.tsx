import { Badge } from '~/ui/badge/badge'
import { Link } from '~/ui/open-close/close-link'
import type { Found, FoundGroup } from './search'

/** One result. */
export function FoundLine({ found: { label, note, place } }: { found: Found }) {
  return (
    <>
      <span>{label}</span>
      {note !== '' && <span className="muted">{note}</span>}
      {place && <Badge kind={place.class} status={place.status} queue={place.queue} />}
    </>
  )
}

/** What a search found, by kind. */
export function FoundGroups({ groups, text }: { groups: FoundGroup[]; text: string }) {
  if (groups.length === 0) return <p>{nothingFoundText(text)}</p>
  return groups.map(({ title, items }) => (
    <section key={title} aria-label={title} className="found">
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            {isFile(item.href) ? (
              <a href={item.href}>
                <FoundLine found={item} />
              </a>
            ) : (
              <Link to={item.href}>
                <FoundLine found={item} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Exports are downloaded, not shown. */
export const isFile = (href: string) => /\/export\/[^/]+$/.test(href)

export const nothingFoundText = (text: string) =>
  `No results for “${text}”. Invoice search needs three letters.`
