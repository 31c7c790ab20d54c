/** An LRU cache of expensive results; failures are not cached. */
export class Kept<T> {
  readonly #most: number
  readonly #answers = new Map<string, Promise<T>>()

  constructor(most: number) {
    this.#most = most
  }

  has(name: string): boolean {
    return this.#answers.has(name)
  }

  get(name: string, make: () => Promise<T>): Promise<T> {
    const answer = this.#answers.get(name) ?? this.#make(name, make)
    this.#answers.delete(name)
    this.#answers.set(name, answer)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#most) break
      this.#answers.delete(oldest)
    }
    return answer
  }

  #make(name: string, make: () => Promise<T>): Promise<T> {
    const answer = make()
    answer.catch(() => {
      if (this.#answers.get(name) === answer) this.#answers.delete(name)
    })
    return answer
  }
}
