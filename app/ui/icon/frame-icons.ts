// Lines of the icons that every page loads, for `Icon`; apart from the others, which few pages need.

export const UP_ICON = 'm4.5 9.5 3.5-3.5 3.5 3.5'
export const DOWN_ICON = 'm4.5 6.5 3.5 3.5 3.5-3.5'
export const RIGHT_ICON = 'm6.5 4.5 3.5 3.5-3.5 3.5'
export const CLOSE_ICON = 'm4 4 8 8M12 4l-8 8'
export const MENU_ICON = 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11'
export const SEARCH_ICON = 'M11.25 7a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0M10.2 10.2l3.3 3.3'
export const FILTERS_ICON = 'M2.5 4.5h11M4.5 8h7M6.5 11.5h3'
export const SLIDERS_ICON =
  'M2.5 5h5M11 5h2.5M2.5 11H5M8.5 11h5M10.9 5a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0M8.5 11a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0'
