import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { linksFaults } from '#shared/rules/links.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/organization/links/{orgUnitId}'
type Links = AnswerOf<typeof READ>

/** External links of a club or team; those who may edit them do so here. */
export default function LinksScreen() {
  const t = useTexts('settings', english)
  const { id = '' } = useParams()
  const read = useApi(READ, { orgUnitId: id }, { handles: ['failures'] })
  const canEdit = useWhyCannot()('canEditTeam', id) === undefined
  return (
    <Screen title={read.data ? t('linksOf', { name: read.data.name }) : t('links')} width="form">
      <Loaded
        read={read}
        skeleton={
          <Skeletons label={t('loadingLinks')}>
            <Skeleton height="60px" />
            <Skeleton height="60px" />
          </Skeletons>
        }
        failed={t('linksFailed')}
      >
        {(links) => (
          <>
            {links.ofClub.length > 0 && <LinkList label={t('linksOfClub')} links={links.ofClub} />}
            {canEdit ? <LinksEditor id={id} links={links} refetch={read.mutate} /> : <OwnLinks links={links} />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function OwnLinks({ links: { links, ofClub } }: { links: Links }) {
  const t = useTexts('settings', english)
  if (links.length > 0) return <LinkList label={t('links')} links={links} />
  return ofClub.length > 0 ? null : <EmptyState title={t('noLinks')} hint={t('noLinksHint')} />
}

const LinkList = ({ label, links }: { label: string; links: Links['links'] }) => (
  <Card aria-label={label}>
    <ul className={styles.plain}>
      {links.map(({ name, url }) => (
        <li key={`${name} ${url}`}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  </Card>
)

type EditorProps = { id: string; links: Links; refetch: () => Promise<unknown> }

function LinksEditor({ id, links, refetch }: EditorProps) {
  const t = useTexts('settings', english)
  const { save } = useSave('PUT /rest-api/organization/links/{orgUnitId}', {
    refreshes: [READ],
    saved: t('savedSuccessfully'),
  })
  const loadedRevision = useState(links.revision)
  const form = useForm({
    values: { links: links.links },
    faults: ({ links }) => linksFaults(links),
    save: ({ links }) => versioned.save((revision) => save({ orgUnitId: id, body: { links, revision } })),
  })
  const versioned = useSaveAtRevision(loadedRevision, {
    current: links.revision,
    isDirty: form.dirty,
    refetch,
    resetForm: form.discard,
  })
  return (
    <Card aria-label={t('links')}>
      <Form of={form} submit={t('save')}>
        <ConflictNotice onReload={versioned.reload} />
        <KeptFocus label={t('links')} className={styles.half}>
          {form.values.links.length === 0 && <p className={styles.hint}>{t('noLinksHint')}</p>}
          {form.values.links.map((link, i) => (
            // A link is identified by its position only.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={i} className={styles.question}>
              <div className={styles.questionHead}>
                <Field label={t('name')} required {...form.field(`links.${i}.name`)} />
                <IconButton label={`${t('remove')} ${link.name}`} onClick={() => form.remove('links', i)}>
                  <CloseIcon />
                </IconButton>
              </div>
              <Field label={t('webAddress')} type="url" required {...form.field(`links.${i}.url`)} />
            </div>
          ))}
        </KeptFocus>
        <Button onClick={() => form.add('links', { name: '', url: 'https://' })}>{t('addLink')}</Button>
      </Form>
    </Card>
  )
}
