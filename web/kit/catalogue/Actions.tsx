import { useState } from 'react'
import { Badge, Notice } from '../Badge.tsx'
import { Button, ButtonLink, IconButton } from '../Button.tsx'
import { confirm } from '../confirm.ts'
import { Dialog, type DialogShape } from '../Dialog.tsx'
import { Failure } from '../Failure.tsx'
import { Field } from '../Field.tsx'
import { CloseIcon, RetryIcon } from '../icons.tsx'
import { Menu } from '../Menu.tsx'
import { Popover } from '../Popover.tsx'
import { showSnackbar } from '../Snackbar.tsx'
import styles from './Catalogue.module.css'

const kinds = ['primary', 'plain', 'quiet', 'success', 'danger'] as const
const tones = ['plain', 'primary', 'success', 'warning', 'danger'] as const
const shapes: DialogShape[] = ['ask', 'form', 'drawer', 'page', 'wide', 'full']

export function Actions() {
  const [shape, setShape] = useState<DialogShape>()
  const [panel, setPanel] = useState(false)
  return (
    <>
      <div className={styles.row}>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button aria-pressed="true">Chosen</Button>
        <Button busy>Saving</Button>
        <Button icon={<RetryIcon size={20} />}>With an icon</Button>
        <Button disabledReason="Only who may edit events can do this.">Cannot be pressed</Button>
        <ButtonLink to="/">A link</ButtonLink>
        <IconButton label="Close">
          <CloseIcon />
        </IconButton>
        <Button wide>As wide as there is room for, with quite a long name on it</Button>
      </div>
      <div className={styles.row}>
        <Menu
          about="Danley Jean Jacques"
          items={[
            { label: 'Open', to: '/' },
            { label: 'Move to another team', run: () => showSnackbar({ text: 'Moved' }) },
            { label: 'Send an e-mail', disabledReason: 'There is no address.' },
            { label: 'Remove from the roster', danger: true, run: () => showSnackbar({ text: 'Removed' }) },
          ]}
        />
        <Menu about="the team" opener={<Button>More</Button>} items={[{ label: 'Print', run: () => window.print() }]} />
        <Popover
          label="Filter"
          opened={panel}
          close={() => setPanel(false)}
          anchor={<Button onClick={() => setPanel(true)}>Popover</Button>}
        >
          <Field label="Name" value="" onChange={() => undefined} />
        </Popover>
        {shapes.map((each) => (
          <Button key={each} onClick={() => setShape(each)}>
            Dialog: {each}
          </Button>
        ))}
        <Dialog
          opened={shape !== undefined}
          close={() => setShape(undefined)}
          title="A dialog whose title is long enough to need a second line on a phone"
          shape={shape ?? 'ask'}
          foot={<Button onClick={() => setShape(undefined)}>Done</Button>}
        >
          <Field label="Name" value="Roshon van Eijma" onChange={() => undefined} />
          <Button
            onClick={() =>
              void confirm({
                title: 'Archive U12 Falcons?',
                lost: 'Its 14 players leave the team, and 3 events that are to come are cancelled.',
                kept: 'You can bring it back for 30 days.',
                yes: 'Archive',
              })
            }
          >
            Archive
          </Button>
        </Dialog>
      </div>
      <div className={styles.row}>
        <Button
          onClick={() =>
            showSnackbar({
              text: 'Saved successfully',
              tone: 'success',
              action: { label: 'Undo', run: () => undefined },
            })
          }
        >
          Say that it is saved
        </Button>
        <Button onClick={() => showSnackbar({ text: 'Could not be saved', tone: 'danger' })}>Say that it is not</Button>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      {tones.map((tone) => (
        <Notice key={tone} tone={tone}>
          Your coach has not opened the roster of this team to families yet.
        </Notice>
      ))}
      <Failure text="Could not be saved: somebody else has changed it meanwhile.">
        <Button kind="quiet">Try again</Button>
      </Failure>
    </>
  )
}
