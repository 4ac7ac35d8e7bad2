import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { TeamSectionProps } from './team-section.ts'
import { useSaveTeam } from './use-save-team.ts'

/** The e-mail domain of the team's members, which single sign-on is for. */
export function SignOnSettings({ team, onSaved }: TeamSectionProps) {
  const save = useSaveTeam(onSaved)
  return (
    <Form onSubmit={async ({ domain = '' }) => save({ domain: domain.trim() })}>
      {({ busy }) => (
        <>
          <TextField
            name="domain"
            type="domain"
            label="Sign-on domain"
            optional
            hint="The part of your addresses after the @, such as example.com."
            defaultValue={team.domain ?? ''}
            maxLength={limits.team.domain}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
          />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
