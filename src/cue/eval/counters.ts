/** Work done by an evaluation, counted rather than timed. */
export class Counters {
  unifications = 0;
  conjuncts = 0;
  disjuncts = 0;
  nodes = 0;
  closeIds = 0;
  closeChecks = 0;
  tasks = 0;
  notifications = 0;

  reset(): void {
    this.unifications = this.conjuncts = this.disjuncts = this.nodes = 0;
    this.closeIds = this.closeChecks = this.tasks = this.notifications = 0;
  }
}
