import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Card } from '../kit/Card.tsx'
import type { Overview } from './answers.ts'
import styles from './Club.module.css'
import texts from './texts.en.json'

/** How many administrators are listed here; the settings have all. */
const maxShown = 8

type Props = { club: Overview; onFindTag: (tag: string) => void }

/** Beside the teams of a club: its licenses, who runs it, and its tags, which find the players that have them. */
export function ClubAbout({ club: { licenses, orgAdmins, tag: tags }, onFindTag }: Props) {
  const t = useTexts('teams', texts)
  return (
    <div className={styles.about}>
      {licenses && licenses.given > 0 && (
        <Card aria-labelledby="licenses" dense>
          <h2 id="licenses">{t('licenses')}</h2>
          <div className={styles.track} aria-hidden="true">
            <span className={styles.used} style={{ width: `${(100 * licenses.used) / licenses.given}%` }} />
          </div>
          <p className={styles.facts}>{t('licencesFree', { count: licenses.licensesRemaining })}</p>
        </Card>
      )}
      {orgAdmins.length > 0 && (
        <Card aria-labelledby="run-by" dense>
          <h2 id="run-by">{t('administrators')}</h2>
          <ul className={styles.people} data-unkept="">
            {orgAdmins.slice(0, maxShown).map(({ id: userId, name, avatarUrl }) => (
              <li key={userId}>
                <Avatar name={name} id={userId} url={avatarUrl} size="small" />
                {name}
              </li>
            ))}
          </ul>
          {orgAdmins.length > maxShown && (
            <p className={styles.facts}>{t('moreAdministrators', { count: orgAdmins.length - maxShown })}</p>
          )}
        </Card>
      )}
      {tags.length > 0 && (
        <Card aria-labelledby="tags" dense>
          <h2 id="tags">{t('tags')}</h2>
          <ul className={styles.tags}>
            {tags.map(({ id: tagId, name }) => (
              <li key={tagId}>
                <button type="button" className={styles.tag} onClick={() => onFindTag(name)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
