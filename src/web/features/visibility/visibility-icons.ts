import { Globe, Lock, Users } from 'lucide-react'

/** The icon of each visibility. */
export const visibilityIcons = { self: Lock, team: Users, all: Globe }
