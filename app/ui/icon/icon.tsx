/** On a field of 16 px, drawn with a line of 1.5 px. */
const ICONS = {
  file: 'M9 2.5H4v11h8.5V6zM9 2.5V6h3.5',
  flow: 'M1.75 2.25h4.5v4h-4.5zM9.75 9.75h4.5v4h-4.5zM6.25 4.25H12v5.5',
  key: 'M7.5 11a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M6.8 9.2l6-6M10.5 5.5l2 2',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  pulse: 'M1.5 8.5h3l1.7-4.5 3 8 1.8-3.5h3.5',
  search: 'M11.25 7a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0M10.2 10.2l3.3 3.3',
  second:
    'M7.8 5.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0M1.8 13c.2-2.5 1.6-3.8 3.7-3.8 1 0 1.9.3 2.5.9M9.5 11.5l1.8 1.8 3-3.5',
  sliders:
    'M2.5 5h5M11 5h2.5M2.5 11H5M8.5 11h5M10.9 5a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0M8.5 11a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0',
  trail: 'M3 3v10M3 4.5h7.5M3 8h10M3 11.5h5.5',
  upload: 'M8 10.5V3M5 5.8 8 2.8l3 3M2.8 10.5v2.7h10.4v-2.7',
  users:
    'M8.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M1.8 13c.3-2.5 2-3.8 4.2-3.8s3.9 1.3 4.2 3.8M10.5 3.3a2.4 2.4 0 0 1 0 4.5M12 9.7c1.3.5 2 1.6 2.2 3.3',
}

export type IconName = keyof typeof ICONS

/** A drawing beside the words that it stands for. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}
