import { memo } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import styles from './Roster.module.css'
import type { Team } from './TeamScreen.tsx'
import texts from './texts.en.json'

type Player = Team['players'][number]
type Props = { players: readonly Player[]; own: readonly string[] }

/** The roster on a laptop. */
export const RosterTable = memo(function RosterTable({ players, own }: Props) {
  const t = useTexts('teams', texts)
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('roster')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col" className={styles.number}>
            {t('number')}
          </th>
          <th scope="col">{t('position')}</th>
        </tr>
      </thead>
      <tbody>
        {players.map((player) => (
          <tr key={player.id}>
            <th scope="row">
              <Named player={player} own={own.includes(player.id)} />
            </th>
            <td className={styles.number}>{player.number}</td>
            <td>{player.position}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})

/** The roster on a phone: the same facts in the same order. */
export const RosterList = memo(function RosterList({ players, own }: Props) {
  const t = useTexts('teams', texts)
  return (
    <ul className={styles.list} aria-label={t('roster')}>
      {players.map((player) => (
        <li key={player.id}>
          <Named player={player} own={own.includes(player.id)} />
          <span className={styles.facts}>
            {[player.number && t('numberIs', { number: player.number }), player.position].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
})

function Named({ player, own }: { player: Player; own: boolean }) {
  const t = useTexts('teams', texts)
  const name = fullName(player)
  return (
    <span className={styles.named}>
      <Avatar name={name} id={player.id} />
      <span className={styles.name}>{name}</span>
      {own && <span className={styles.own}>{t('own')}</span>}
    </span>
  )
}
