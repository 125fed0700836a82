import { Icon } from '~/ui/icon/icon'
import { FILE_ICON } from '~/ui/icon/icons'

/** Lines of the icons of kinds of objects, by the word for the kind. */
const LINES: Readonly<Record<string, string>> = {
  NAV: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  Invoice: 'M3.5 2.5h9v11l-1.5-1-1.5 1-1.5-1-1.5 1-1.5-1-1.5 1zM6 5.8h4M6 8.6h4',
  Draft: 'M12.5 7V2.5h-9v11H7M6 5.5h4M6 8.3h2.5M9 13.5l.4-1.9 4-4 1.5 1.5-4 4z',
  Budget: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0M8 2.5V8l4 3.8',
  Task: 'M3 2.5h10v11H3zM5.5 8l1.8 1.8L10.8 6',
  'Bank account': 'M2.5 6.5 8 3l5.5 3.5zM4 6.5V12M8 6.5V12M12 6.5V12M2.5 13h11',
  Change: 'M2.5 5.5h9M9 3l2.5 2.5L9 8M13.5 10.5h-9M7 8l-2.5 2.5L7 13',
  'Payment run': 'M1.8 4h12.4v8H1.8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0M4 8h.01M12 8h.01',
  'NAV error': 'M8 3 14 13H2zM8 6.8v3M8 11.3h.01',
}

/** A kind of object: its icon, and the word, which only screen readers have where a row is two lines of a phone. */
export function KindIcon({ kind }: { kind: string }) {
  return (
    <span className="kind">
      <Icon path={LINES[kind] ?? FILE_ICON} />
      <span className="kind__word">{kind}</span>
    </span>
  )
}
