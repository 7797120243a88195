/** The logo: a touchline with the ball just inside it. */
export const Logo = () => (
  <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="var(--primary)" />
    <path d="M6 24h20" stroke="var(--on-primary)" strokeWidth="3" strokeLinecap="round" />
    <circle cx="19" cy="14" r="5.5" fill="none" stroke="var(--on-primary)" strokeWidth="3" />
  </svg>
)
