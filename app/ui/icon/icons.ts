// Lines of icons, for `Icon`.

export const USERS_ICON =
  'M8.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M1.8 13c.3-2.5 2-3.8 4.2-3.8s3.9 1.3 4.2 3.8M10.5 3.3a2.4 2.4 0 0 1 0 4.5M12 9.7c1.3.5 2 1.6 2.2 3.3'
export const KEY_ICON = 'M7.5 11a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M6.8 9.2l6-6M10.5 5.5l2 2'
export const SECOND_PERSON_ICON =
  'M7.8 5.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0M1.8 13c.2-2.5 1.6-3.8 3.7-3.8 1 0 1.9.3 2.5.9M9.5 11.5l1.8 1.8 3-3.5'
export const UPLOAD_ICON = 'M8 10.5V3M5 5.8 8 2.8l3 3M2.8 10.5v2.7h10.4v-2.7'
export const LIST_ICON = 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01'
export const FLOW_ICON = 'M1.75 2.25h4.5v4h-4.5zM9.75 9.75h4.5v4h-4.5zM6.25 4.25H12v5.5'
export const TRAIL_ICON = 'M3 3v10M3 4.5h7.5M3 8h10M3 11.5h5.5'
export const PULSE_ICON = 'M1.5 8.5h3l1.7-4.5 3 8 1.8-3.5h3.5'
export const FILE_ICON = 'M9 2.5H4v11h8.5V6zM9 2.5V6h3.5'
export const CHECK_ICON = 'm3 8.5 3.2 3.2L13 5'
export const CIRCLE_ICON = 'M13 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0'
