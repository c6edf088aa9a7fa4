/// What `parlor` alone prints: the first things to type, in fewer lines than the smallest terminal has.
enum Overview {
    static let text = """
        Parlor plays turn-based games for a conversation. A game
        is a folder with a Lua script.

        To play:
          parlor list                              the games
          parlor play tic-tac-toe                  on two phones
          parlor play tic-tac-toe --bot 2=random   with a bot
          parlor play tic-tac-toe --hot-seat       without phones
          parlor rules battleship                  how to play

        To write one:
          parlor guide tutorial                    in ten steps
          parlor new my-game                       a first folder
          parlor play ./my-game                    as you write it
          parlor test ./my-game                    its own tests
          parlor check ./my-game                   its mistakes

        `parlor --help` lists all commands, `parlor help play`
        the options of one.
        """
}
