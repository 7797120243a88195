import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import styles from './Selector.module.css'
import { type PlayersAndTeams, type Selection, teamNames } from './selection.ts'
import english from './texts.en.json'
import { usePlayerPictures } from './usePlayerPictures.ts'

type Player = PlayersAndTeams['players'][number]

/** The user's own and followed players; all of them lead to the players screen. */
export function FanView({ data, onChoose }: { data: PlayersAndTeams; onChoose: (selection: Selection) => void }) {
  const t = useTexts('shell', english)
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.view}>
      <h3 id={id} className={styles.viewTitle}>
        {t('fanView')}
      </h3>
      <Button wide onClick={() => onChoose('players')}>
        {t('viewMyPlayers')}
      </Button>
      <Players title={t('myPlayers')} players={data.players} onChoose={onChoose} />
      <Players title={t('playersIFollow')} players={data.following} onChoose={onChoose} />
    </section>
  )
}

function Players({
  title,
  players,
  onChoose,
}: {
  title: string
  players: readonly Player[]
  onChoose: (selection: Selection) => void
}) {
  const t = useTexts('shell', english)
  const id = useId()
  const pictures = usePlayerPictures()
  if (players.length === 0) return null
  return (
    <>
      <h4 id={id} className={styles.group}>
        {title}
      </h4>
      <ul aria-labelledby={id}>
        {players.map((player) => {
          const { names, more } = teamNames(player.orgUnits)
          return (
            <li key={player.id}>
              <button type="button" className={styles.row} onClick={() => onChoose('players')}>
                <Avatar name={player.name} id={player.id} url={pictures.get(player.id)} />
                <span className={styles.text}>
                  <span className={styles.name}>{player.name}</span>
                  <span className={styles.detail}>
                    {names.length > 0 ? names.join(', ') : t('noTeam')}
                    {more > 0 && ` ${t('andMore', { count: more })}`}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
