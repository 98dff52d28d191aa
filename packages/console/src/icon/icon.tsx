/** Line icons on a 24 × 24 grid, drawn here so that the page needs no icon package. */
const PATHS = {
  alert: 'M12 3.5 21.5 20h-19L12 3.5ZM12 10v4.5M12 17.2v.1',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7',
  chat: 'M20.5 11.5a8 8 0 0 1-11.7 7.1L3.5 20l1.5-4.7a8 8 0 1 1 15.5-3.8Z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9.5 6l6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  document: 'M14 3H6v18h12V7l-4-4ZM14 3v4h4M9 12.5h6M9 16.5h4',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15',
  inbox: 'M3.5 13.5 6.5 5h11l3 8.5V19h-17v-5.5ZM3.5 13.5H8.5l1.5 2.5h4l1.5-2.5h5',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z',
  panel: 'M4 5h16v14H4zM14.5 5v14',
  paperclip:
    'M19.5 11.5 12 19a4.8 4.8 0 0 1-6.8-6.8L13 4.5a3.2 3.2 0 0 1 4.5 4.5l-7.7 7.7a1.6 1.6 0 0 1-2.3-2.3L14.5 7.5',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 5v5h-5M4 19v-5h5M19.3 10A8 8 0 0 0 5.5 7.5M4.7 14a8 8 0 0 0 13.8 2.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.2 16.2 20.5 20.5',
  send: 'M12 19V5.5M6 11l6-6 6 6',
  shield: 'M12 3.5 19.5 6v6c0 4.5-3.2 7.5-7.5 8.8C7.7 19.5 4.5 16.5 4.5 12V6L12 3.5ZM8.8 12l2.3 2.3 4.2-4.5',
  stop: 'M7 7h10v10H7z',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  trace: 'M4 6h9M8 12h10M13 18h7',
  unplugged:
    'M4 4l16 16M8.8 15.3a4.5 4.5 0 0 1 6.4 0M5.5 12a9 9 0 0 1 4.3-2.4M14.5 9.7a9 9 0 0 1 4 2.3M2.5 8.7A13.5 13.5 0 0 1 7 5.9M11 5a13.5 13.5 0 0 1 10.5 3.7M12 19v.1',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-3.8 3.7-5.5 7.5-5.5s6.7 1.7 7.5 5.5',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration only: the words stand beside it or on its button. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
