import { CheckIcon, TeamIcon } from '../kit/icons.tsx'
import styles from './Selector.module.css'

/** A list item for choosing a team or organization. */
export const SelectorItem = ({
  name,
  detail,
  current,
  onClick,
}: {
  name: string
  detail?: string
  current?: boolean
  onClick: () => void
}) => (
  <li>
    <button type="button" className={styles.row} aria-current={current || undefined} onClick={onClick}>
      <TeamIcon />
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {current && <CheckIcon />}
    </button>
  </li>
)
