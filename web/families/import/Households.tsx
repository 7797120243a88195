import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { listText } from '../../kit/format.ts'
import styles from './Import.module.css'
import type { Decisions } from './useDecisions.ts'
import texts from '../texts.en.json'

const maxShown = 20

/** Children who share an adult's address or phone: the user decides whether they are one household, which is never assumed. */
export function Households({ decisions: { households, joinedHouseholds, putTogether } }: { decisions: Decisions }) {
  const t = useTexts('families', texts)
  if (households.length === 0) return null
  const separate = households.filter(({ key }) => !joinedHouseholds.get(key))
  return (
    <section className={styles.stack} aria-label={t('households')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('householdCount', { count: households.length })}</h2>
        {separate.length > 1 && (
          <Button
            kind="quiet"
            onClick={() =>
              putTogether(
                separate.map(({ key }) => key),
                true,
              )
            }
          >
            {t('allHouseholds')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t('householdsHint')}</p>
      <ul className={styles.list}>
        {households.slice(0, maxShown).map(({ key, by, children }) => (
          <li key={key}>
            <Switch
              label={t('household', { children: listText(children) })}
              hint={t('householdBy', { by })}
              value={joinedHouseholds.get(key) === true}
              onChange={(yes) => putTogether([key], yes)}
            />
          </li>
        ))}
      </ul>
      {households.length > maxShown && (
        <p className={styles.hint}>{t('moreHouseholds', { count: households.length - maxShown })}</p>
      )}
    </section>
  )
}
