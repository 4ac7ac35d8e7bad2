import { Globe, Lock, Users } from 'lucide-react'

/** The picture of each visibility. */
export const visibilityIcons = { self: Lock, team: Users, all: Globe }
