import { fullName } from '#shared/rules/names.ts'
import { titleIn } from '#shared/rules/registrations/questions.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { nameText, readerLanguage, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Card } from '../kit/Card.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'

const ANSWERS = 'GET /rest-api/registration/answers/{teamId}'
type Registration = AnswerOf<typeof ANSWERS>['registrations'][number]
type Player = Registration['players'][number]
type Question = Registration['questions'][number]

/** Families' answers that the club lets coaches read. */
export function CoachAnswers({ teamId }: { teamId: string }) {
  const t = useTexts('registrations', english)
  const read = useApi(ANSWERS, { teamId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loading')} height="64px" />}
      failed={t('loadFailed')}
      empty={{
        when: ({ registrations }) => registrations.length === 0,
        show: <EmptyState title={t('noAnswers')} hint={t('noAnswersHint')} />,
      }}
    >
      {({ registrations }) => (
        <div className={styles.parts}>
          <p className={styles.muted}>{t('forCoachesHint')}</p>
          {registrations.map((registration) => (
            <Card key={registration.registrationId} className={styles.part} aria-label={registration.name}>
              <h2>{registration.name}</h2>
              <ul className={styles.list}>
                {registration.players.map((player) => (
                  <PlayerAnswers key={player.playerId} player={player} questions={registration.questions} />
                ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </Loaded>
  )
}

function PlayerAnswers({ player, questions }: { player: Player; questions: readonly Question[] }) {
  const t = useTexts('registrations', english)
  const titles = questions.map((question) => titleIn(question, readerLanguage()))
  return (
    <li className={styles.row}>
      {player.avatar === null ? (
        <Avatar name={fullName(player)} id={player.playerId} />
      ) : (
        <img src={player.avatar} alt="" className={styles.picture} />
      )}
      <span className={styles.what}>
        <span className={styles.name}>{fullName(player)}</span>
        <dl className={styles.facts}>
          {player.answers.map(({ answer, url, harmful, unsigned }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- two questions may have the same title
            <div key={i} className={styles.fact}>
              <dt>{titles[i]}</dt>
              <dd>
                {url ? (
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {answer}
                  </a>
                ) : harmful ? (
                  t('fileTakenAway', { name: answer })
                ) : (
                  nameText(answer) || (unsigned ? t('unsigned') : '–')
                )}
              </dd>
            </div>
          ))}
        </dl>
      </span>
    </li>
  )
}
