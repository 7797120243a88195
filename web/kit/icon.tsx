import type { ReactNode } from 'react'

/** Makes an icon from a line drawing on a 24 by 24 grid, in the current text colour. Hidden from screen readers. */
export const icon = (drawing: ReactNode) =>
  function Icon({ size = 24 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {drawing}
      </svg>
    )
  }
