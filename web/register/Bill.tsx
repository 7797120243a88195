import styles from './Register.module.css'

type Line = { label: string; amount: string; kind?: 'less' | 'total' }

/** Amounts, one per line. */
export const Bill = ({ lines }: { lines: readonly Line[] }) => (
  <dl className={styles.bill}>
    {lines.map(({ label, amount, kind }) => (
      <div key={label} className={kind && styles[kind]}>
        <dt>{label}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)
